// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.demo;

import io.loadharness.Scenario;
import io.loadharness.benchmark.Benchmark;
import io.loadharness.cli.options.EnumNames;
import io.loadharness.inference.GenerationParameters;
import io.loadharness.inference.InferenceBackend;
import io.loadharness.llama.LlamaBackend;
import io.loadharness.llama.TinyModel;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A demo that measures a small generated language model with llama.cpp in this process, without a server. */
final class EngineDemo implements Demo {

    private static final int TOKENS = 32;
    private static final int SEQUENCES = 4;
    private static final double SERVER_QPS = 100;
    /** Enough queries for LoadGen's early stopping at the 99th percentile, even if a query is late. */
    private static final long QUERIES_FOR_P99 = 600;

    private final Path model;
    private final Duration length;
    private final Path outputDir;
    private final List<InferenceBackend> engines = new ArrayList<>();

    EngineDemo(Duration length, Path outputDir, PrintWriter out) throws IOException {
        this.length = length;
        this.outputDir = outputDir;
        Files.createDirectories(outputDir);
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
    public Benchmark.Builder benchmark(Scenario scenario) {
        InferenceBackend engine =
                LlamaBackend.builder(model).sequences(SEQUENCES).threads(1).build();
        engines.add(engine);
        Benchmark.Builder benchmark = Benchmark.builder()
                .backend(engine)
                .generation(GenerationParameters.builder()
                        .maxTokens(TOKENS)
                        .temperature(0)
                        .ignoreEos(true)
                        .build())
                .scenario(scenario)
                .minDuration(length)
                .outputFolder(outputDir.resolve(EnumNames.of(scenario)));
        return scenario == Scenario.SERVER
                ? benchmark
                        .targetQps(SERVER_QPS)
                        .minQueries(QUERIES_FOR_P99)
                        .ttftBound(FIRST_TOKEN_BOUND)
                        .tpotBound(PER_TOKEN_BOUND)
                : benchmark;
    }

    @Override
    public boolean isSummarized() {
        return true;
    }

    @Override
    public void close() {
        engines.forEach(InferenceBackend::close);
    }
}
