// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmarks;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** The command {@code harness bench report}. */
@Command(
        name = "report",
        description = {
            "Measures the cost of recording a million synthetic requests and of creating the reports, and"
                    + " the cost of joining four slices.",
            "Each step runs in a separate JVM. The JVM that records has a heap of 200 MB, and the JVM that creates the"
                    + " reports has a heap of 512 MB. Requires 1 GB in the temporary folder."
        })
final class BenchReportCommand implements Callable<Integer> {

    @Mixin
    private BenchOptions options;

    @Override
    public Integer call() throws IOException {
        int runs = options.pairs();
        try (BenchFolder benchFolder = new BenchFolder()) {
            List<FigureSpread> figures =
                    new ArrayList<>(new ReportBench(benchFolder, runs, options.quick(), options.progress()).measure());
            figures.addAll(new MergeBench(benchFolder, runs, options.quick(), options.progress()).measure());
            options.print(figures);
        }
        return 0;
    }
}
