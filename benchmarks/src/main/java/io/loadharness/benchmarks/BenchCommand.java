// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmarks;

import io.loadharness.cli.ExtraCommand;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command {@code harness bench}. */
@Command(
        name = "bench",
        description =
                "Measures the performance of LoadHarness. Many values are ratios: the value of LoadHarness divided by"
                        + " the value of another program that does the same work in the same run.",
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {
            BenchLoadGenCommand.class,
            BenchHttpCommand.class,
            BenchScheduleCommand.class,
            BenchDatasetCommand.class,
            BenchReportCommand.class,
            BenchClusterCommand.class,
            BenchEngineCommand.class,
            BenchWorkerCommand.class,
            BenchPartsCommand.class,
            BenchRivalsCommand.class
        })
public final class BenchCommand implements ExtraCommand, Runnable {

    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(
                spec.commandLine(),
                "Missing benchmark: choose loadgen, http, schedule, dataset, report, cluster, engine, worker, parts or rivals");
    }
}
