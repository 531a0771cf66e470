// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.console;

import io.loadharness.Scenario;
import io.loadharness.TestRun.Progress;
import io.loadharness.benchmark.RunResult;
import io.loadharness.metrics.LiveView;
import io.loadharness.report.Quantity;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.function.BooleanSupplier;

/** A display for files and pipes. It prints a line when a run starts, every five seconds, and when the run ends. Not thread-safe. */
final class PlainLines extends LiveDisplay {

    private static final Duration INTERVAL = Duration.ofSeconds(5);

    private final PrintWriter out;
    private final String name;
    private Duration next = INTERVAL;

    /**
     * Creates a display.
     *
     * @param name the name of the load; empty for the name of the scenario
     * @param isBehind returns true if earlier output is not written yet
     */
    PlainLines(PrintWriter out, String name, BooleanSupplier isBehind) {
        super(isBehind);
        this.out = out;
        this.name = name;
    }

    /** Returns the name of a load or, if it is empty, the name of the scenario. */
    static String label(String name, Scenario scenario) {
        return name.isEmpty() ? scenario.loadGenName() : name;
    }

    @Override
    public void started(Scenario scenario) {
        next = INTERVAL;
        print(label(name, scenario) + ": started");
    }

    @Override
    void show(RunProgress now) {
        Progress progress = now.progress();
        if (progress.elapsed().compareTo(next) >= 0) {
            print(label(name, now.scenario()) + ": " + line(progress, snapshot(now)));
            next = progress.elapsed().plus(INTERVAL);
        }
    }

    /** Returns a line with the progress of a run. */
    static String line(Progress progress, LiveView view) {
        StringBuilder line = new StringBuilder(Panel.clock(progress.elapsed()));
        progress.expected().ifPresent(expected -> line.append(" of about ").append(Panel.clock(expected)));
        line.append(", ").append(counts(progress));
        if (view.latency().count() > 0) {
            line.append(", ").append(Quantity.rate(view.completedPerSecond())).append("/s");
            if (view.firstToken().count() > 0) {
                line.append(", TTFT p99 ")
                        .append(Quantity.duration(view.firstToken().p99()));
            }
            line.append(", latency p99 ")
                    .append(Quantity.duration(view.latency().p99()));
        }
        return line.toString();
    }

    @Override
    public void ended(RunResult run) {
        print(ending(label(name, run.scenario()), run));
    }

    /** Returns the line at the end of a run. The verdict is not in this line, because it is printed last. */
    static String ending(String load, RunResult run) {
        return load + ": ended after " + Quantity.duration(run.progress().elapsed()) + ", " + counts(run.progress());
    }

    private static String counts(Progress progress) {
        String failed = progress.failed() == 0 ? "" : ", " + Quantity.count(progress.failed()) + " failed";
        return Quantity.count(progress.completed()) + " done" + failed;
    }

    private void print(String text) {
        out.println(text);
        out.flush();
    }
}
