// SPDX-License-Identifier: Apache-2.0
/** What happened to each sample, on disk, the metrics computed from it, and the metrics that servers expose. */
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
