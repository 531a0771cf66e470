// SPDX-License-Identifier: Apache-2.0
/**
 * The contract that a user subclasses and calls, systems under test that forward to backends, and the health of the client. Needs no
 * other library.
 */
@SuppressWarnings("module") // the modules that the internal package is exported to are compiled after this one
module io.loadharness.core {
    requires java.management;
    requires jdk.jfr;
    requires static transitive org.jspecify;

    exports io.loadharness;
    exports io.loadharness.client;
    exports io.loadharness.generator;
    exports io.loadharness.inference;
    exports io.loadharness.internal to
            io.loadharness.benchmark,
            io.loadharness.data,
            io.loadharness.duckdb,
            io.loadharness.http,
            io.loadharness.loadgen,
            io.loadharness.records,
            io.loadharness.report,
            io.loadharness.schedule,
            io.loadharness.servers,
            io.loadharness.startup,
            io.loadharness.tokenizers;

    uses io.loadharness.inference.TokenizerProvider;
}
