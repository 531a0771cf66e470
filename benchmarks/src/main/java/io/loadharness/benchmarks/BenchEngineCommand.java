// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmarks;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The command {@code harness bench engine}. */
@Command(
        name = "engine",
        description = {
            "Measures the overhead of LoadHarness. Runs each engine twice: with LoadGen and LoadHarness, and in a plain"
                    + " loop.",
            "Both runs use the same inputs, model, batches and number of threads."
        })
final class BenchEngineCommand implements Callable<Integer> {

    @Mixin
    private BenchOptions options;

    @Option(
            names = "--python",
            description =
                    "Also compare with Python programs, which use LoadGen's Python binding and the Python packages of"
                            + " the engines. pip installs the binding and the packages into a temporary folder.")
    private boolean python;

    @Option(
            names = "--llama-batched-bench",
            paramLabel = "PROGRAM",
            description = "Also compare with the program llama-batched-bench of llama.cpp.")
    private @Nullable Path batchedBench;

    @Override
    public Integer call() throws IOException {
        List<FigureSpread> figures = new ArrayList<>();
        try (BenchFolder folder = new BenchFolder()) {
            figures.addAll(new OnnxBench(folder, options.pairs(), options.quick(), options.progress()).measure(python));
            figures.addAll(new LlamaBench(folder, options.pairs(), options.quick(), options.progress())
                    .measure(batchedBench, python));
        }
        options.print(figures);
        return 0;
    }
}
