// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.console;

import io.loadharness.benchmark.BenchmarkListener;
import io.loadharness.cli.output.StandardStreams;
import io.loadharness.client.ClientLimits;
import java.io.PrintWriter;
import java.util.OptionalDouble;

/** Factory methods for displays of progress. */
public final class Displays {

    private Displays() {}

    /**
     * Returns a display for standard output: a panel if standard output is a terminal with cursor control, and plain lines otherwise.
     *
     * @param name the name of the load; empty for the name of the scenario
     * @param target the planned samples per second
     * @param limits the limits above which the run is client-limited
     */
    public static BenchmarkListener on(PrintWriter out, String name, OptionalDouble target, ClientLimits limits) {
        return Terminal.ofThisProcess()
                .<BenchmarkListener>map(terminal -> new LivePanel(
                        out,
                        name,
                        terminal::width,
                        terminal.isColored(),
                        target,
                        limits,
                        StandardStreams::isOutputBehind))
                .orElseGet(() -> new PlainLines(out, name, StandardStreams::isOutputBehind));
    }

    /** Returns a panel for a terminal of the given width. */
    public static BenchmarkListener panel(PrintWriter out, int columns) {
        return new LivePanel(out, "", () -> columns, true, OptionalDouble.empty(), ClientLimits.NONE, () -> false);
    }

    /** Returns a display that prints JSON lines. */
    static BenchmarkListener json(PrintWriter out, OptionalDouble target) {
        return new JsonLines(out, target, StandardStreams::isOutputBehind);
    }

    /** Returns a display that prints nothing. */
    static BenchmarkListener none() {
        return BenchmarkListener.NONE;
    }
}
