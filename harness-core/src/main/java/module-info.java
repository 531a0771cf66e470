// SPDX-License-Identifier: Apache-2.0
/**
 * The public API: load generators, systems under test, inference backends and the health of the client. Has no dependencies on other
 * libraries.
 */
@SuppressWarnings("module") // the internal package is exported to modules that are compiled after this module
module io.loadharness.core {
    requires java.management;
    requires jdk.jfr;
    requires static transitive org.jspecify;

    exports io.loadharness;
    exports io.loadharness.client;
    exports io.loadharness.generator;
    exports io.loadharness.inference;
    exports io.loadharness.internal to
            io.loadharness.accuracy,
            io.loadharness.benchmark,
            io.loadharness.cli,
            io.loadharness.cluster,
            io.loadharness.data,
            io.loadharness.duckdb,
            io.loadharness.engines,
            io.loadharness.http,
            io.loadharness.kubernetes,
            io.loadharness.launchers,
            io.loadharness.llama,
            io.loadharness.loadgen,
            io.loadharness.onnx,
            io.loadharness.records,
            io.loadharness.report,
            io.loadharness.schedule,
            io.loadharness.servers,
            io.loadharness.startup,
            io.loadharness.tokenizers;

    uses io.loadharness.inference.EngineProvider;
    uses io.loadharness.inference.SamplePreprocessor;
    uses io.loadharness.inference.TokenizerProvider;
    uses io.loadharness.internal.LibraryDecompressor;
}
