// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.console;

import io.loadharness.dataset.DatasetReader;
import java.io.PrintWriter;
import java.nio.file.Path;
import picocli.CommandLine.Help.Ansi;

/** A terminal line that shows the progress of reading a file. {@link #close} clears the line. */
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

    /** Creates a line, which is shown only if standard output is a terminal with cursor control. */
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
