// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmarks;

import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code harness bench report}. */
@Command(
        name = "report",
        description = {
            "Measures what it costs to record a million made-up requests, and to make the reports of them.",
            "Each in a JVM of its own, with 200 MB of heap for recording and 512 MB for the reports. Takes 1 GB of the temporary folder."
        })
final class BenchReportCommand implements Callable<Integer> {

    @Mixin
    private BenchOptions options;

    @Override
    public Integer call() throws IOException {
        int runs = options.pairs();
        try (Workplace workplace = new Workplace()) {
            options.print(new ReportBench(workplace, runs, options.quick(), options.progress()).measure());
        }
        return 0;
    }
}
