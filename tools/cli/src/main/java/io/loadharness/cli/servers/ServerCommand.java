// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.servers;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code harness server}. */
@Command(
        name = "server",
        description = "Starts servers that a file describes, looks after them and stops them, without a run.",
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {
            ServerStartCommand.class,
            ServerStatusCommand.class,
            ServerLogsCommand.class,
            ServerStopCommand.class
        })
public final class ServerCommand implements Runnable {

    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "No command is given");
    }
}
