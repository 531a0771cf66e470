// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.demo;

import io.loadharness.Scenario;
import io.loadharness.benchmark.Benchmark;
import io.loadharness.inference.GenerationParameters;
import io.loadharness.inference.InferenceBackend;
import io.loadharness.llama.LlamaBackend;
import io.loadharness.llama.TinyModel;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** A demo that measures a small language model with llama.cpp. */
final class LlamaDemo extends EngineDemo {

    private static final int TOKENS = 32;
    private static final int SEQUENCES = 4;
    private static final double SERVER_QPS = 100;
    /** Enough queries for LoadGen's early stopping at the 99th percentile, even if a query is late. */
    private static final long QUERIES_FOR_P99 = 600;

    private final Path model;

    LlamaDemo(Duration length, Path outputDir, PrintWriter out) throws IOException {
        super(length, outputDir);
        model = TinyModel.write(outputDir.resolve("tiny.gguf"));
        out.println("The model " + model + " has random weights. llama.cpp runs it in this process, up to " + SEQUENCES
                + " requests at the same time. Each completion has " + TOKENS + " tokens.");
        out.println();
    }

    @Override
    public List<Scenario> scenarios() {
        return List.of(Scenario.SINGLE_STREAM, Scenario.SERVER);
    }

    @Override
    InferenceBackend engine() {
        return LlamaBackend.builder(model).sequences(SEQUENCES).threads(1).build();
    }

    @Override
    Benchmark.Builder with(Benchmark.Builder benchmark, Scenario scenario) {
        benchmark.generation(GenerationParameters.builder()
                .maxTokens(TOKENS)
                .temperature(0)
                .ignoreEos(true)
                .build());
        return scenario == Scenario.SERVER
                ? benchmark
                        .targetQps(SERVER_QPS)
                        .minQueries(QUERIES_FOR_P99)
                        .ttftBound(FIRST_TOKEN_BOUND)
                        .tpotBound(PER_TOKEN_BOUND)
                : benchmark;
    }
}
