package io.loadharness.cli.managed;

import io.loadharness.cli.ExitCode;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code harness server start}. */
@Command(
        name = "start",
        description = "Starts the servers, waits until they are ready, prints where they are and lets them go on.")
final class ServerStartCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec;

    @Mixin
    private DescribedServers described;

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (described.started().stream().anyMatch(each -> each.owner().isEmpty())) {
            throw new IllegalArgumentException("the servers of " + described.file()
                    + " were started already: harness server status " + described.file() + " tells of them");
        }
        PrintWriter out = spec.commandLine().getOut();
        try (StartedServers servers = StartedServers.start(described.spec(), described.file(), out)) {
            servers.detach();
            servers.urls().forEach(out::println);
        }
        return ExitCode.OK;
    }
}
