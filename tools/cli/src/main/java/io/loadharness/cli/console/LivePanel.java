// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.console;

import io.loadharness.Scenario;
import io.loadharness.TestRun.Progress;
import io.loadharness.benchmark.RunResult;
import io.loadharness.client.ClientLimits;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.BooleanSupplier;
import java.util.function.IntSupplier;

/** A panel on a terminal. It is redrawn in place during a run. At the end of the run, one line replaces the panel. Not thread-safe. */
final class LivePanel extends LiveDisplay {

    private static final Duration INTERVAL = Duration.ofMillis(200);
    private static final String RED = "\u001b[31m";
    private static final String DEFAULT_COLOR = "\u001b[0m";
    private static final String CLEAR_LINE = "\u001b[K";
    private static final String CLEAR_BELOW = "\u001b[J";

    private final PrintWriter out;
    private final String name;
    private final IntSupplier width;
    private final boolean colored;
    private final OptionalDouble target;
    private final ClientLimits limits;
    private List<Panel.Line> drawn = List.of();
    private Duration next = Duration.ZERO;

    LivePanel(
            PrintWriter out,
            String name,
            IntSupplier width,
            boolean colored,
            OptionalDouble target,
            ClientLimits limits,
            BooleanSupplier isBehind) {
        super(isBehind);
        this.out = out;
        this.name = name;
        this.width = width;
        this.colored = colored;
        this.target = target;
        this.limits = limits;
    }

    @Override
    public void started(Scenario scenario) {
        drawn = List.of();
        next = Duration.ZERO;
    }

    @Override
    void show(RunProgress now) {
        Scenario scenario = now.scenario();
        Progress progress = now.progress();
        if (progress.elapsed().compareTo(next) >= 0) {
            next = progress.elapsed().plus(INTERVAL);
            draw(new LiveState(
                    PlainLines.label(name, scenario),
                    LiveState.phase(progress, now.stopping()),
                    progress,
                    snapshot(now),
                    target,
                    limits.in(scenario)));
        }
    }

    void draw(LiveState state) {
        int columns = width.getAsInt();
        List<Panel.Line> lines = Panel.of(state, columns - 1); // some terminals wrap after a line of full width
        StringBuilder text = new StringBuilder(toTop(columns));
        for (Panel.Line line : lines) {
            boolean red = colored && line.isWarning();
            text.append(red ? RED : "")
                    .append(line.text())
                    .append(red ? DEFAULT_COLOR : "")
                    .append(CLEAR_LINE)
                    .append('\n');
        }
        out.print(text.append(CLEAR_BELOW));
        out.flush();
        drawn = lines;
    }

    /**
     * Returns the escape sequence that moves the cursor to the top of the panel. Counts wrapped rows, because lines wrap if the window
     * became narrower since they were drawn.
     */
    private String toTop(int columns) {
        int rows = drawn.stream()
                .mapToInt(line -> Math.max(1, (line.text().length() + columns - 1) / columns))
                .sum();
        return rows == 0 ? "\r" : "\r\u001b[" + rows + "A";
    }

    @Override
    public void ended(RunResult run) {
        out.print(toTop(width.getAsInt()) + CLEAR_BELOW);
        out.println(PlainLines.ending(PlainLines.label(name, run.scenario()), run));
        out.flush();
        drawn = List.of();
    }
}
