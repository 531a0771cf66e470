// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.console;

import io.loadharness.dataset.DatasetReader;
import java.io.PrintWriter;
import java.nio.file.Path;
import picocli.CommandLine.Help.Ansi;

/** Shows on a terminal how much of a file was read. Closing it takes the line away. */
public final class ReadingLine implements DatasetReader.Progress, AutoCloseable {

    private static final String CLEAR_TO_END = "\u001b[K";
    private static final long REDRAW_NANOS = 100_000_000;

    private final PrintWriter out;
    private final String name;
    private final boolean shown;
    private long drawnNanos = System.nanoTime();
    private boolean drawn;

    private ReadingLine(PrintWriter out, String name, boolean shown) {
        this.out = out;
        this.name = name;
        this.shown = shown;
    }

    /** A line if the standard output is a terminal that can redraw one, otherwise nothing. */
    public static ReadingLine on(PrintWriter out, Path file) {
        return new ReadingLine(out, String.valueOf(file.getFileName()), Ansi.AUTO.enabled());
    }

    @Override
    public void read(double share) {
        long now = System.nanoTime();
        if (shown && now - drawnNanos > REDRAW_NANOS) {
            drawnNanos = now;
            drawn = true;
            out.print("\rReading " + name + ": " + (int) (100 * share) + " %" + CLEAR_TO_END);
            out.flush();
        }
    }

    @Override
    public void close() {
        if (drawn) {
            out.print("\r" + CLEAR_TO_END);
            out.flush();
        }
    }
}
