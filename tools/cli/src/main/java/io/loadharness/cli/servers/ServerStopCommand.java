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
        description = "Stops the servers and all that they started. Those of a run that goes on are left to it.")
final class ServerStopCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec;

    @Mixin
    private DescribedServers described;

    @Override
    public Integer call() throws IOException {
        PrintWriter out = spec.commandLine().getOut();
        List<Integer> codes = new ArrayList<>();
        List<LaunchedServers> started = described.started(damaged -> {
            spec.commandLine().getErr().println(damaged.getMessage() + ".");
            codes.add(ExitCode.FAILED);
        });
        if (started.isEmpty()) {
            out.println(described.absence() + ".");
        }
        for (LaunchedServers each : started) {
            if (each.elsewhere().isPresent()) {
                out.println("Left alone, to be stopped on the machine "
                        + each.elsewhere().get() + ": " + each.folder());
                codes.add(ExitCode.FAILED);
                continue;
            }
            if (each.owner().isPresent() && !each.isAbandoned()) {
                out.println("Left to the run that started them: " + each.folder());
                continue;
            }
            StopReport report = each.stop();
            out.println("Stopped " + report.processes() + "; logs: " + each.folder());
            report.remarks().forEach(out::println);
            codes.add(report.isClean() ? ExitCode.OK : ExitCode.FAILED);
        }
        return ExitCode.gravest(codes);
    }
}
