// SPDX-License-Identifier: Apache-2.0
/** The meters of a run, in any registry of Micrometer, and an endpoint that serves them to Prometheus. */
module io.loadharness.micrometer {
    requires transitive io.loadharness.core;
    requires jdk.httpserver;
    requires transitive micrometer.core;
    requires micrometer.registry.prometheus;
    requires static org.jspecify;

    exports io.loadharness.micrometer;
}
