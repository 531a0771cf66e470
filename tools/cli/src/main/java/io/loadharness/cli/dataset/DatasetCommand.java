// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.dataset;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code harness dataset}. */
@Command(
        name = "dataset",
        description = "Looks at data sets, checks, converts and generates them.",
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {InspectCommand.class, ValidateDatasetCommand.class, ConvertCommand.class, GenerateCommand.class})
public final class DatasetCommand implements Runnable {

    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "No command is given");
    }
}
