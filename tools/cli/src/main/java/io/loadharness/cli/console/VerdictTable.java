// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.console;

import io.loadharness.Scenario;
import io.loadharness.benchmark.RunResult;
import io.loadharness.report.PrimaryMetric;
import io.loadharness.report.Table;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;

/** A table of runs with scenario, score, verdict and logs, followed by the reasons of runs that are not valid. */
public final class VerdictTable {

    private static final String NONE = "-";

    private VerdictTable() {}

    /** Prints a row for each run and a row for each scenario that was not started, and then the reasons of the verdicts. */
    public static void print(PrintWriter out, List<RunResult> runs, Collection<Scenario> notRun) {
        Table table = new Table("lrlll", "Scenario", "Result", "", "Verdict", "Logs");
        for (RunResult run : runs) {
            PrimaryMetric primary = run.testResult().flatMap(PrimaryMetric::of).orElse(new PrimaryMetric(NONE, ""));
            table.row(
                    run.scenario().loadGenName(),
                    primary.value(),
                    primary.label(),
                    run.verdict().name(),
                    shown(run.folder()));
        }
        notRun.forEach(scenario -> table.row(scenario.loadGenName(), NONE, "", "NOT RUN", NONE));
        table.print(out);
        runs.forEach(run -> run.reason()
                .ifPresent(
                        reason -> out.println(run.scenario().loadGenName() + " is " + run.verdict() + ": " + reason)));
        out.flush();
    }

    private static String shown(Path logs) {
        Path here = Path.of("").toAbsolutePath();
        Path path = logs.toAbsolutePath().normalize();
        return path.startsWith(here) ? here.relativize(path).toString() : path.toString();
    }
}
