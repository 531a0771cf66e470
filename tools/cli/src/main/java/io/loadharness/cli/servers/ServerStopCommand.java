// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.servers;

import io.loadharness.cli.ExitCode;
import io.loadharness.servers.LaunchedServers;
import io.loadharness.servers.StopReport;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code harness server stop}. */
@Command(
        name = "stop",
        description =
                "Stops the servers and all processes that they started. Does not stop servers of a run that is still"
                        + " running.")
final class ServerStopCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec;

    @Mixin
    private ServerFileParameter described;

    @Override
    public Integer call() throws IOException {
        PrintWriter out = spec.commandLine().getOut();
        List<Integer> codes = new ArrayList<>();
        List<LaunchedServers> started = described.started(damaged -> {
            spec.commandLine().getErr().println(damaged.getMessage() + ".");
            codes.add(ExitCode.FAILED);
        });
        if (started.isEmpty()) {
            out.println(described.noServersMessage() + ".");
        }
        for (LaunchedServers each : started) {
            if (each.otherHost().isPresent()) {
                out.println("Not stopped, because the servers run on the machine "
                        + each.otherHost().get() + ": stop them there. Logs: " + each.folder());
                codes.add(ExitCode.FAILED);
                continue;
            }
            if (each.owner().isPresent() && !each.isOrphaned()) {
                out.println("Not stopped, because the run that started the servers is still running. Logs: "
                        + each.folder());
                continue;
            }
            StopReport report = each.stop();
            out.println("Stopped " + report.processes() + "; logs: " + each.folder());
            report.warnings().forEach(out::println);
            codes.add(report.isClean() ? ExitCode.OK : ExitCode.FAILED);
        }
        return ExitCode.worst(codes);
    }
}
