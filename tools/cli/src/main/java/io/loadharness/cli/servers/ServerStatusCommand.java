// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.servers;

import io.loadharness.cli.ExitCode;
import io.loadharness.internal.ProgramName;
import io.loadharness.report.Table;
import io.loadharness.servers.LaunchedServers;
import io.loadharness.servers.Replica;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.ArrayList;
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
                "Shows the state of each server that is started and not yet stopped. The exit code is 0 if all servers"
                        + " are ready and no server is left over from a run that has ended.")
final class ServerStatusCommand implements Callable<Integer> {

    private static final Duration LIMIT = Duration.ofSeconds(5);
    private static final String ABANDONED = "; the run that started it has ended: " + ProgramName.NAME
            + " server stop or the next " + ProgramName.NAME + " server start stops it";

    @Spec
    private CommandSpec spec;

    @Mixin
    private ServerFileParameter described;

    @Override
    public Integer call() throws IOException {
        PrintWriter out = spec.commandLine().getOut();
        Table table = new Table("lrll", "Server", "Process", "State", "Log");
        List<IOException> damaged = new ArrayList<>();
        List<LaunchedServers> started = described.started(each -> {
            spec.commandLine().getErr().println(each.getMessage() + ".");
            if (!(each instanceof LaunchedServers.ForeignStateException)) {
                damaged.add(each);
            }
        });
        boolean ready = damaged.isEmpty();
        for (LaunchedServers state : started) {
            if (state.otherHost().isPresent()) {
                out.println("The servers run on the machine "
                        + state.otherHost().get() + ": check them there. Logs: " + state.folder());
                continue;
            }
            ready &= !state.isOrphaned();
            for (Replica each : state.replicas()) {
                Optional<String> complaint = state.problem(each, LIMIT);
                ready &= complaint.isEmpty();
                table.row(
                        each.url(),
                        String.valueOf(each.pid()),
                        complaint.orElse("ready") + (state.isOrphaned() ? ABANDONED : ""),
                        each.log().toString());
            }
        }
        if (started.isEmpty()) {
            out.println(described.noServersMessage() + ".");
        }
        table.print(out);
        return ready && !table.isEmpty() ? ExitCode.OK : ExitCode.FAILED;
    }
}
