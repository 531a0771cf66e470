// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.demo;

import io.loadharness.Scenario;
import io.loadharness.TestSettings;
import io.loadharness.benchmark.Benchmark;
import io.loadharness.cli.options.EnumNames;
import io.loadharness.inference.EngineProvider;
import io.loadharness.inference.EngineSample;
import io.loadharness.inference.GenerationParameters;
import io.loadharness.inference.InferenceBackend;
import io.loadharness.internal.ProgramName;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A demo that measures the sample of an engine in this process, without a server. */
final class EngineDemo implements Demo {

    private static final int BATCH = 16;
    private static final int TOKENS = 32;
    private static final double SERVER_QPS = 100;

    /** LoadGen generates its queries before the run. Their number is enough for a small model that takes tensors. */
    private static final Duration MIN_LATENCY = Duration.ofNanos(10_000);

    private final EngineProvider provider;
    private final EngineSample sample;
    private final Duration length;
    private final Path outputDir;
    private final List<InferenceBackend> engines = new ArrayList<>();

    /**
     * Creates the folder for the results and the sample.
     *
     * @throws IllegalArgumentException if the engine has no sample
     */
    EngineDemo(EngineProvider provider, Duration length, Path outputDir, PrintWriter out) throws IOException {
        this.provider = provider;
        this.length = length;
        this.outputDir = outputDir;
        Files.createDirectories(outputDir);
        sample = provider.writeSample(outputDir)
                .orElseThrow(() -> new IllegalArgumentException(
                        "the engine " + provider.name() + " has no sample for a demo: use `" + ProgramName.NAME
                                + " run --engine " + provider.name() + "`"));
        out.println(sample.description()
                + (provider.takesTensors()
                        ? " Offline has batches of " + BATCH + " samples."
                        : " Each completion has " + TOKENS + " tokens."));
        out.println();
    }

    @Override
    public List<Scenario> scenarios() {
        return List.of(Scenario.SINGLE_STREAM, provider.takesTensors() ? Scenario.OFFLINE : Scenario.SERVER);
    }

    @Override
    public Benchmark.Builder benchmark(Scenario scenario) {
        InferenceBackend engine = provider.create(sample.options());
        engines.add(engine);
        Benchmark.Builder benchmark = Benchmark.builder()
                .backend(engine)
                .scenario(scenario)
                .minDuration(length)
                .outputFolder(outputDir.resolve(EnumNames.of(scenario)));
        sample.samples().ifPresent(benchmark::tensors);
        return provider.takesTensors() ? withTensors(benchmark, scenario) : withText(benchmark, scenario);
    }

    private Benchmark.Builder withTensors(Benchmark.Builder benchmark, Scenario scenario) {
        return scenario == Scenario.OFFLINE
                ? benchmark.batchSize(BATCH)
                : benchmark.testSettings(TestSettings.builder(scenario)
                        .minDuration(length)
                        .singleStreamExpectedLatency(MIN_LATENCY)
                        .build());
    }

    private static Benchmark.Builder withText(Benchmark.Builder benchmark, Scenario scenario) {
        benchmark.generation(GenerationParameters.builder()
                .maxTokens(TOKENS)
                .temperature(0)
                .ignoreEos(true)
                .build());
        return scenario == Scenario.SERVER ? Demo.asServer(benchmark, SERVER_QPS) : benchmark;
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
