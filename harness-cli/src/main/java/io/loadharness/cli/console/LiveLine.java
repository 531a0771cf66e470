package io.loadharness.cli.console;

import io.loadharness.Scenario;
import io.loadharness.TestRun.Progress;
import io.loadharness.cli.run.Outcome;
import io.loadharness.cli.run.RunDisplay;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.Locale;

/** One line on a terminal, redrawn in place while a run goes on and left standing when it is over. */
final class LiveLine implements RunDisplay {

    private static final int BAR = 20;
    static final String CLEAR_TO_END = "\u001b[K";

    private final PrintWriter out;

    LiveLine(PrintWriter out) {
        this.out = out;
    }

    @Override
    public void started(Scenario scenario) {
        draw(scenario, "starting");
    }

    @Override
    public void at(Scenario scenario, Progress progress) {
        String done = progress.expected()
                .map(expected -> bar(fraction(progress.elapsed(), expected)))
                .orElseGet(() -> Quantity.duration(progress.elapsed()));
        draw(scenario, done + "  " + counts(progress));
    }

    private static String bar(double fraction) {
        int full = (int) (fraction * BAR);
        return "[" + "#".repeat(full) + "-".repeat(BAR - full)
                + String.format(Locale.ROOT, "] %3d%%", (int) (fraction * 100));
    }

    private static double fraction(Duration elapsed, Duration expected) {
        return expected.isZero() ? 0 : Math.min(1, (double) elapsed.toNanos() / expected.toNanos());
    }

    private static String counts(Progress progress) {
        return Quantity.count(progress.issued()) + " issued, " + Quantity.count(progress.completed()) + " done, "
                + Rates.of(progress);
    }

    @Override
    public void ended(Outcome outcome, Progress progress) {
        draw(outcome.scenario(), PlainLines.ending(outcome, progress));
        out.println();
    }

    private void draw(Scenario scenario, String text) {
        out.print("\r" + String.format(Locale.ROOT, "%-12s  ", scenario.loadGenName()) + text + CLEAR_TO_END);
        out.flush();
    }
}
