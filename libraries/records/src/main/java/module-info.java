// SPDX-License-Identifier: Apache-2.0
/** Records of samples on disk, the metrics computed from them, and the scraped metrics of servers. */
module io.loadharness.records {
    requires com.fasterxml.jackson.core;
    requires com.fasterxml.jackson.dataformat.cbor;
    requires transitive io.loadharness.core;
    requires transitive io.loadharness.http;
    requires static transitive org.jspecify;

    exports io.loadharness.metrics;
    exports io.loadharness.record;
    exports io.loadharness.servermetrics;
}
