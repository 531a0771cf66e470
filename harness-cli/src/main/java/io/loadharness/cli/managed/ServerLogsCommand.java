package io.loadharness.cli.managed;

import io.loadharness.cli.ExitCode;
import io.loadharness.cli.options.Counts;
import io.loadharness.server.Replica;
import io.loadharness.server.ServerState;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code harness server logs}. */
@Command(name = "logs", description = "Prints the ends of the logs of servers that were started and not stopped.")
final class ServerLogsCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec;

    @Mixin
    private DescribedServers described;

    @Option(
            names = "--lines",
            paramLabel = "N",
            defaultValue = "50",
            description = "So many of each, out of its last 64 KiB. Default: ${DEFAULT-VALUE}")
    private int lines;

    @Override
    public Integer call() throws IOException {
        Counts.requireAtLeast(1, "--lines", lines);
        PrintWriter out = spec.commandLine().getOut();
        for (ServerState state : described.started()) {
            for (Replica each : state.replicas()) {
                out.println("== " + each + ": " + each.log());
                each.lastLines(lines).forEach(out::println);
            }
        }
        return ExitCode.OK;
    }
}
