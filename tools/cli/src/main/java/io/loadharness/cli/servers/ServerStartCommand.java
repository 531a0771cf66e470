// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.servers;

import io.loadharness.benchmark.StartedServers;
import io.loadharness.cli.ExitCode;
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
        description = "Starts the servers, waits until they are ready, prints where they are and lets them go on.")
final class ServerStartCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec;

    @Mixin
    private DescribedServers described;

    /** Servers that were started by hand and have all ended since, or with the machine, are not in the way; nor are those of another. */
    private void forget(LaunchedServers before, PrintWriter out) throws IOException {
        if (before.owner().isPresent() || before.elsewhere().isPresent()) {
            return;
        }
        if (!before.isAbandoned() && before.replicas().stream().anyMatch(Replica::isAlive)) {
            throw new IllegalArgumentException("the servers of " + described.file()
                    + " were started already: harness server status " + described.file() + " tells of them");
        }
        before.stop().remarks().forEach(out::println);
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        ServerSpec servers = described.spec();
        PrintWriter out = spec.commandLine().getOut();
        for (LaunchedServers each : described.started()) {
            forget(each, out);
        }
        StartedServers.startDetached(servers, described.file(), sentence -> {
                    out.println(sentence);
                    out.flush();
                })
                .forEach(out::println);
        return ExitCode.OK;
    }
}
