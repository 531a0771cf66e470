// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.llmd;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code harness llm-d}. */
@Command(
        name = "llm-d",
        description = "Runs profiles with the options and the environment variables of llm-d-benchmark.",
        synopsisSubcommandLabel = "COMMAND",
        subcommands = LlmdRunCommand.class)
public final class LlmdCommand implements Runnable {

    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "no command is given");
    }
}
