package io.loadharness.cli.console;

import io.loadharness.Scenario;
import io.loadharness.TestRun.Progress;
import io.loadharness.cli.run.Outcome;
import io.loadharness.cli.run.RunDisplay;
import java.io.PrintWriter;

/** A line when a run begins and one when it ends, for files and pipes. */
final class PlainLines implements RunDisplay {

    private final PrintWriter out;

    PlainLines(PrintWriter out) {
        this.out = out;
    }

    @Override
    public void started(Scenario scenario) {
        print(scenario, "started");
    }

    @Override
    public void at(Scenario scenario, Progress progress) {}

    @Override
    public void ended(Outcome outcome, Progress progress) {
        print(outcome.scenario(), ending(outcome, progress));
    }

    static String ending(Outcome outcome, Progress progress) {
        String failed = progress.failed() == 0 ? "" : ", " + Quantity.count(progress.failed()) + " failed";
        return outcome.verdict() + " after " + Quantity.duration(progress.elapsed()) + ", "
                + Quantity.count(progress.completed()) + " done" + failed;
    }

    private void print(Scenario scenario, String text) {
        out.println(scenario.loadGenName() + ": " + text);
        out.flush();
    }
}
