// SPDX-License-Identifier: Apache-2.0
/** Runs inference engines in worker processes. */
module io.loadharness.engines {
    requires transitive io.loadharness.core;
    requires transitive io.loadharness.servers;
    requires com.fasterxml.jackson.core;
    requires java.management;
    requires jdk.jfr;
    requires static org.jspecify;

    exports io.loadharness.engine;

    uses io.loadharness.inference.EngineProvider;
}
