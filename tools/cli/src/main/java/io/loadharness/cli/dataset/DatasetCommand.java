// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.dataset;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code harness dataset}. */
@Command(
        name = "dataset",
        description = "Inspects, checks, converts and generates data sets.",
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {InspectCommand.class, ValidateDatasetCommand.class, ConvertCommand.class, GenerateCommand.class})
public final class DatasetCommand implements Runnable {

    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "no command is given");
    }
}
