// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmarks;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The command {@code harness bench worker}. */
@Command(
        name = "worker",
        description = {
            "Measures the cost of engines in worker processes.",
            "The workers have no model. They write tokens as fast as possible, or respond immediately. The command"
                    + " compares the tokens per second of the workers with those of a socket that transfers the same bytes"
                    + " without the protocol."
        })
final class BenchWorkerCommand implements Callable<Integer> {

    @Mixin
    private BenchOptions options;

    @Option(
            names = "--python",
            description = "Also compare two runs of a worker in Python: in a worker process of LoadHarness, and in one"
                    + " process with LoadGen's Python binding; and the frames of the worker protocol with CBOR. pip"
                    + " installs the packages into a temporary folder.")
    private boolean python;

    @Override
    public Integer call() throws IOException, InterruptedException {
        try (BenchFolder folder = new BenchFolder()) {
            List<FigureSpread> figures = new ArrayList<>(
                    new WorkerBench(folder.newLogs(), options.pairs(), options.quick(), options.progress()).measure());
            if (python) {
                figures.addAll(
                        new PythonWorkerBench(folder, options.pairs(), options.quick(), options.progress()).measure());
            }
            options.print(figures);
        }
        return 0;
    }
}
