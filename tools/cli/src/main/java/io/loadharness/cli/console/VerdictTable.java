// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.console;

import io.loadharness.Scenario;
import io.loadharness.benchmark.RunResult;
import io.loadharness.internal.PlainText;
import io.loadharness.report.PrimaryMetric;
import io.loadharness.report.RunOutcome;
import io.loadharness.report.RunReport;
import io.loadharness.report.Table;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** A table of runs with load, score, verdict and logs, followed by the reasons of runs that are not valid. */
public final class VerdictTable {

    private static final String NONE = "-";

    private VerdictTable() {}

    /**
     * Prints a row for each run and a row for each scenario that was not started. Then prints the reasons of the verdicts. If a rule set
     * decides the verdict, also prints both verdicts. The last line has the codes of the reasons and the page that explains them.
     */
    public static void print(PrintWriter out, List<RunResult> runs, Collection<Scenario> notRun) {
        Table table = new Table("lrlll", "Run", "Result", "", "Verdict", "Logs");
        for (RunResult run : runs) {
            PrimaryMetric primary = run.report()
                    .filter(report -> report.ruleVerdict().isPresent())
                    .flatMap(PrimaryMetric::of)
                    .or(() -> run.testResult().flatMap(PrimaryMetric::of))
                    .orElse(new PrimaryMetric(NONE, ""));
            table.row(title(run), primary.value(), primary.label(), verdict(run), shown(run.folder()));
        }
        notRun.forEach(scenario -> table.row(scenario.loadGenName(), NONE, "", "NOT RUN", NONE));
        table.print(out);
        runs.forEach(run -> printReasons(out, run));
        runs.stream()
                .flatMap(run -> run.ruleVerdict().stream())
                .map(each -> each.rules().set().id())
                .distinct()
                .forEach(rules -> out.println(
                        "The verdict of the rules '" + rules + "' decides. It also determines the exit code."));
        runs.stream()
                .flatMap(run -> run.report().flatMap(RunReport::outcome).stream())
                .flatMap(outcome -> outcome.uncheckedCertificates().stream())
                .distinct()
                .forEach(out::println);
        Remedies.print(out, runs);
        out.flush();
    }

    private static String title(RunResult run) {
        return run.report()
                .map(report -> report.description().title())
                .orElse(run.scenario().loadGenName());
    }

    private static void printReasons(PrintWriter out, RunResult run) {
        String name = title(run);
        if (run.ruleVerdict().isPresent()) {
            out.println(name + ": " + PlainText.of(run.ruleVerdict().get().sentence()));
        } else {
            run.reasons()
                    .forEach(reason -> out.println(name + " is " + run.verdict() + ": " + PlainText.of(reason.text())));
        }
        run.report().stream()
                .flatMap(report -> report.warnings().stream().filter(each -> !report.outcome()
                        .flatMap(RunOutcome::uncheckedCertificates)
                        .equals(Optional.of(each))))
                .forEach(warning -> out.println(name + ": " + PlainText.of(warning)));
        run.report()
                .flatMap(RunReport::outcome)
                .flatMap(RunOutcome::profiler)
                .ifPresent(profiler ->
                        out.println(name + " was profiled with " + profiler + ": requests are faster without it."));
    }

    private static String verdict(RunResult run) {
        return run.verdict()
                + run.ruleVerdict().map(each -> " by " + each.rules().name()).orElse("");
    }

    private static String shown(Path logs) {
        Path here = Path.of("").toAbsolutePath();
        Path path = logs.toAbsolutePath().normalize();
        return path.startsWith(here) ? here.relativize(path).toString() : path.toString();
    }
}
