// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmarks;

import io.loadharness.cli.ExtraCommand;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code harness bench}. */
@Command(
        name = "bench",
        description = "Measures LoadHarness itself, where there is a native limit against that in the same run.",
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {
            BenchLoadGenCommand.class,
            BenchHttpCommand.class,
            BenchScheduleCommand.class,
            BenchDatasetCommand.class,
            BenchReportCommand.class
        })
public final class BenchCommand implements ExtraCommand, Runnable {

    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "No benchmark is given");
    }
}
