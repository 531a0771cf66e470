// SPDX-License-Identifier: Apache-2.0
/** Abstract tests for implementations of systems under test, backends, HTTP transports and dataset formats. */
module io.loadharness.testkit {
    requires transitive io.loadharness.core;
    requires transitive io.loadharness.data;
    requires transitive io.loadharness.http;
    requires transitive io.loadharness.schedule;
    requires org.assertj.core;
    requires transitive org.junit.jupiter.api;
    requires org.junit.jupiter.params;
    requires static transitive org.jspecify;

    exports io.loadharness.testkit;
}
