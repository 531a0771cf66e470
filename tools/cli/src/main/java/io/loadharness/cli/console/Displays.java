package io.loadharness.cli.console;

import io.loadharness.Scenario;
import io.loadharness.TestRun.Progress;
import io.loadharness.cli.run.Outcome;
import io.loadharness.cli.run.RunDisplay;
import io.loadharness.client.ClientLimits;
import java.io.PrintWriter;
import java.util.OptionalDouble;

/** Chooses how progress is shown. */
public final class Displays {

    private static final RunDisplay NONE = new RunDisplay() {
        @Override
        public void started(Scenario scenario) {}

        @Override
        public void at(Scenario scenario, Progress progress, boolean stopping) {}

        @Override
        public void ended(Outcome outcome, Progress progress) {}
    };

    private Displays() {}

    /** A panel if the standard output is a terminal that can redraw one, and plain lines otherwise. */
    public static RunDisplay on(PrintWriter out, OptionalDouble target, ClientLimits limits) {
        return Terminal.ofThisProcess()
                .<RunDisplay>map(terminal -> new LivePanel(out, terminal::width, terminal.isColoured(), target, limits))
                .orElseGet(() -> new PlainLines(out));
    }

    /** A panel for a terminal of so many columns. */
    public static RunDisplay panel(PrintWriter out, int columns) {
        return new LivePanel(out, () -> columns, true, OptionalDouble.empty(), ClientLimits.NONE);
    }

    /** A JSON object a line. */
    static RunDisplay json(PrintWriter out, OptionalDouble target) {
        return new JsonLines(out, target);
    }

    /** Nothing. */
    static RunDisplay none() {
        return NONE;
    }
}
