// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.console;

import io.loadharness.benchmark.BenchmarkListener;
import io.loadharness.client.ClientLimits;
import java.io.PrintWriter;
import java.util.OptionalDouble;

/** Chooses how progress is shown. */
public final class Displays {

    private Displays() {}

    /** A panel if the standard output is a terminal that can redraw one, and plain lines otherwise. */
    public static BenchmarkListener on(PrintWriter out, OptionalDouble target, ClientLimits limits) {
        return Terminal.ofThisProcess()
                .<BenchmarkListener>map(
                        terminal -> new LivePanel(out, terminal::width, terminal.isColoured(), target, limits))
                .orElseGet(() -> new PlainLines(out));
    }

    /** A panel for a terminal of so many columns. */
    public static BenchmarkListener panel(PrintWriter out, int columns) {
        return new LivePanel(out, () -> columns, true, OptionalDouble.empty(), ClientLimits.NONE);
    }

    /** A JSON object a line. */
    static BenchmarkListener json(PrintWriter out, OptionalDouble target) {
        return new JsonLines(out, target);
    }

    /** Nothing. */
    static BenchmarkListener none() {
        return BenchmarkListener.NONE;
    }
}
