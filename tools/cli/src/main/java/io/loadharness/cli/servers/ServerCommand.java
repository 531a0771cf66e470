// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.servers;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code harness server}. */
@Command(
        name = "server",
        description = "Starts, monitors and stops servers without a run. A YAML file describes the servers.",
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
        throw new ParameterException(spec.commandLine(), "no command is given");
    }
}
