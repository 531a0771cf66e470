// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.servers;

import io.loadharness.cli.ExitCode;
import io.loadharness.report.Table;
import io.loadharness.servers.LaunchedServers;
import io.loadharness.servers.Replica;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code harness server status}. */
@Command(
        name = "status",
        description =
                "Says of each server that was started and not stopped whether it is ready. Exit code 0 if all are, and"
                        + " none was left by a run that has ended.")
final class ServerStatusCommand implements Callable<Integer> {

    private static final Duration LIMIT = Duration.ofSeconds(5);
    private static final String ABANDONED = "; its run has ended: the next start or server stop ends it";

    @Spec
    private CommandSpec spec;

    @Mixin
    private DescribedServers described;

    @Override
    public Integer call() throws IOException {
        PrintWriter out = spec.commandLine().getOut();
        Table table = new Table("lrll", "Server", "Process", "State", "Log");
        boolean ready = true;
        List<LaunchedServers> started = described.started();
        for (LaunchedServers state : started) {
            if (state.elsewhere().isPresent()) {
                out.println("Known only on the machine " + state.elsewhere().get() + ": " + state.folder());
                continue;
            }
            ready &= !state.isAbandoned();
            for (Replica each : state.replicas()) {
                Optional<String> complaint = state.complaint(each, LIMIT);
                ready &= complaint.isEmpty();
                table.row(
                        each.url(),
                        String.valueOf(each.pid()),
                        complaint.orElse("ready") + (state.isAbandoned() ? ABANDONED : ""),
                        each.log().toString());
            }
        }
        if (started.isEmpty()) {
            out.println(described.absence() + ".");
        }
        table.print(out);
        return ready && !table.isEmpty() ? ExitCode.OK : ExitCode.FAILED;
    }
}
