// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.servers;

import io.loadharness.benchmark.StartedServers;
import io.loadharness.cli.ExitCode;
import io.loadharness.internal.ProgramName;
import io.loadharness.servers.LaunchedServers;
import io.loadharness.servers.Replica;
import io.loadharness.servers.ServerSpec;
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
        description =
                "Starts the servers, waits until they are ready, and prints their addresses. The servers continue to"
                        + " run after the command exits.")
final class ServerStartCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec;

    @Mixin
    private ServerFileParameter described;

    /**
     * Removes the state of servers that an earlier call of this command started, if all these servers have exited. Ignores servers that a
     * run or another machine started.
     *
     * @throws IllegalArgumentException if one of these servers is still running
     */
    private void removeEnded(LaunchedServers previous, PrintWriter out) throws IOException {
        if (previous.owner().isPresent() || previous.otherHost().isPresent()) {
            return;
        }
        if (!previous.isOrphaned() && previous.replicas().stream().anyMatch(Replica::isAlive)) {
            throw new IllegalArgumentException("the servers of " + described.file() + " are already running: see "
                    + ProgramName.NAME + " server status " + described.file());
        }
        previous.stop().warnings().forEach(out::println);
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        ServerSpec servers = described.spec();
        PrintWriter out = spec.commandLine().getOut();
        for (LaunchedServers each : described.started()) {
            removeEnded(each, out);
        }
        StartedServers.startDetached(servers, described.file(), sentence -> {
                    out.println(sentence);
                    out.flush();
                })
                .forEach(out::println);
        return ExitCode.OK;
    }
}
