package io.loadharness.cli.console;

import io.loadharness.Scenario;
import io.loadharness.cli.run.Outcome;
import io.loadharness.report.Score;
import io.loadharness.report.Table;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;

/** What became of some runs: scenario, score, verdict and logs, and below it why a run is not valid. */
public final class VerdictTable {

    private static final String NONE = "-";

    private VerdictTable() {}

    /** Prints a row for each run, and one for each scenario that was never started. */
    public static void print(PrintWriter out, List<Outcome> outcomes, Collection<Scenario> notRun) {
        Table table = new Table("lrlll", "Scenario", "Figure", "", "Verdict", "Logs");
        for (Outcome outcome : outcomes) {
            Score score = outcome.result().flatMap(Score::of).orElse(new Score(NONE, ""));
            table.row(
                    outcome.scenario().loadGenName(),
                    score.amount(),
                    score.what(),
                    outcome.verdict().name(),
                    shown(outcome.logs()));
        }
        notRun.forEach(scenario -> table.row(scenario.loadGenName(), NONE, "", "NOT RUN", NONE));
        table.print(out);
        outcomes.forEach(outcome -> outcome.reason()
                .ifPresent(reason -> out.println(
                        outcome.scenario().loadGenName() + " is " + outcome.verdict() + ": " + reason.text())));
        out.flush();
    }

    private static String shown(Path logs) {
        Path here = Path.of("").toAbsolutePath();
        Path path = logs.toAbsolutePath().normalize();
        return path.startsWith(here) ? here.relativize(path).toString() : path.toString();
    }
}
