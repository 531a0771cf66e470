// SPDX-License-Identifier: Apache-2.0
/** Micrometer meters of a run, and an HTTP endpoint that serves the meters to Prometheus. */
module io.loadharness.micrometer {
    requires transitive io.loadharness.core;
    requires jdk.httpserver;
    requires transitive micrometer.core;
    requires micrometer.registry.prometheus;
    requires static org.jspecify;

    exports io.loadharness.micrometer;
}
