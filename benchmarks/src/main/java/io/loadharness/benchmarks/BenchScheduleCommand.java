// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmarks;

import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code harness bench schedule}. */
@Command(
        name = "schedule",
        description = {
            "Measures how exactly a schedule of 5,000 samples per second is kept, and what it costs beyond waiting.",
            "The system answers at once. On a machine that is busy with other things it measures these."
        })
final class BenchScheduleCommand implements Callable<Integer> {

    @Mixin
    private BenchOptions options;

    @Option(
            names = "--busy-wait",
            description = "Measure the pacer that looks at the clock without a pause, which takes a processor.")
    private boolean busy;

    @Override
    public Integer call() throws IOException {
        int runs = options.pairs();
        try (Workplace workplace = new Workplace()) {
            options.print(new ScheduleBench(workplace, runs, options.quick(), busy, options.progress()).measure());
        }
        return 0;
    }
}
