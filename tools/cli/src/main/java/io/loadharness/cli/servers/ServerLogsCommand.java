// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.servers;

import io.loadharness.cli.ExitCode;
import io.loadharness.cli.options.Counts;
import io.loadharness.servers.LogFollower;
import io.loadharness.servers.LogMask;
import io.loadharness.servers.Replica;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code harness server logs}. */
@Command(
        name = "logs",
        description = "Prints the last lines of the log of each server that is started and not yet stopped.")
final class ServerLogsCommand implements Callable<Integer> {

    private static final long POLL_INTERVAL_MS = 100;

    @Spec
    private CommandSpec spec;

    @Mixin
    private ServerFileParameter described;

    @Option(
            names = "--lines",
            paramLabel = "N",
            defaultValue = "50",
            description =
                    "Number of lines to print from the end of each log. The command reads only the last 64 KiB of a"
                            + " log. Default: ${DEFAULT-VALUE}")
    private int lines;

    @Option(
            names = {"-f", "--follow"},
            description = "Continue to print new lines until the servers exit, or until you press Ctrl-C.")
    private boolean follow;

    @Option(
            names = "--replica",
            paramLabel = "N",
            description = "Print only the log of the replica with this number. The first replica is 0.")
    private @Nullable Integer replica;

    @Override
    public Integer call() throws IOException, InterruptedException {
        Counts.requireAtLeast(1, "--lines", lines);
        PrintWriter out = spec.commandLine().getOut();
        List<Replica> chosen = chosen();
        if (chosen.isEmpty()) {
            out.println(described.noServersMessage() + ", which also contains the logs of servers that have ended.");
            return ExitCode.FAILED;
        }
        LogMask mask = described.logMask();
        if (follow) {
            follow(chosen, mask, out);
            return ExitCode.OK;
        }
        for (Replica each : chosen) {
            out.println("== " + each + ": " + each.log());
            each.lastLines(lines, mask::line).forEach(out::println);
        }
        return ExitCode.OK;
    }

    private List<Replica> chosen() throws IOException {
        List<Replica> all = described.started().stream()
                .flatMap(state -> state.replicas().stream())
                .toList();
        List<Replica> chosen = all.stream()
                .filter(each -> replica == null || each.index() == replica)
                .toList();
        if (chosen.isEmpty() && !all.isEmpty()) {
            throw new IllegalArgumentException("--replica must be from 0 to " + (all.size() - 1) + ": got " + replica);
        }
        return chosen;
    }

    private void follow(List<Replica> replicas, LogMask mask, PrintWriter out) throws InterruptedException {
        Map<Replica, LogFollower> logs = new LinkedHashMap<>();
        replicas.forEach(each -> logs.put(each, each.follow(lines, mask::line)));
        boolean alive;
        do {
            alive = replicas.stream().anyMatch(Replica::isAlive);
            boolean quiet = true;
            for (Map.Entry<Replica, LogFollower> each : logs.entrySet()) {
                quiet &= !print(each.getKey(), each.getValue().next(), replicas.size() > 1, out);
            }
            if (quiet && alive) {
                Thread.sleep(POLL_INTERVAL_MS);
            }
            alive |= !quiet;
        } while (alive);
        logs.forEach((each, log) -> print(each, log.rest(), replicas.size() > 1, out));
    }

    private static boolean print(Replica replica, List<String> lines, boolean isNumbered, PrintWriter out) {
        lines.forEach(line -> out.println(isNumbered ? replica.index() + " | " + line : line));
        out.flush();
        return !lines.isEmpty();
    }
}
