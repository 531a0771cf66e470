// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.demo;

import io.loadharness.Scenario;
import io.loadharness.benchmark.Benchmark;
import io.loadharness.cli.options.EnumNames;
import io.loadharness.inference.InferenceBackend;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A demo that measures a small generated model with an engine in this process, without a server. */
abstract class EngineDemo implements Demo {

    private final Duration length;
    private final Path outputDir;
    private final List<InferenceBackend> engines = new ArrayList<>();

    /** Creates the folder for the results, the model and the samples. */
    EngineDemo(Duration length, Path outputDir) throws IOException {
        this.length = length;
        this.outputDir = outputDir;
        Files.createDirectories(outputDir);
    }

    /** Returns an engine that is not started, for one scenario. */
    abstract InferenceBackend engine();

    /** Adds the data, and what the scenario needs. */
    abstract Benchmark.Builder with(Benchmark.Builder benchmark, Scenario scenario);

    @Override
    public final Benchmark.Builder benchmark(Scenario scenario) {
        InferenceBackend engine = engine();
        engines.add(engine);
        return with(
                Benchmark.builder()
                        .backend(engine)
                        .scenario(scenario)
                        .minDuration(length)
                        .outputFolder(outputDir.resolve(EnumNames.of(scenario))),
                scenario);
    }

    @Override
    public final boolean isSummarized() {
        return true;
    }

    @Override
    public final void close() {
        engines.forEach(InferenceBackend::close);
    }
}
