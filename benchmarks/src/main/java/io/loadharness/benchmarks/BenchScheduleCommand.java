// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmarks;

import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The command {@code harness bench schedule}. */
@Command(
        name = "schedule",
        description = {
            "Measures how accurately samples start at 5,000 samples per second. Also measures the CPU time per sample,"
                    + " without the wait before the sample.",
            "The system under test completes each sample immediately. On Linux, the command also measures the times"
                    + " between the requests that arrive at a server. LoadHarness and a C client send these requests in"
                    + " separate runs, with a Poisson schedule of 500 requests per second. Other load on the machine"
                    + " distorts the values."
        })
final class BenchScheduleCommand implements Callable<Integer> {

    @Mixin
    private BenchOptions options;

    @Option(
            names = "--busy-wait",
            description = "Measure the pacer that polls the clock without pauses. This pacer keeps one CPU busy.")
    private boolean busy;

    @Override
    public Integer call() throws IOException {
        int runs = options.pairs();
        try (BenchFolder benchFolder = new BenchFolder()) {
            options.print(new ScheduleBench(benchFolder, runs, options.quick(), busy, options.progress()).measure());
        }
        return 0;
    }
}
