package io.loadharness.cli.console;

import io.loadharness.cli.run.RunDisplay;
import java.io.PrintWriter;
import picocli.CommandLine.Help.Ansi;

/** Chooses how progress is shown. */
public final class Displays {

    private Displays() {}

    /** A line that is redrawn if the standard output is a terminal that can do so, and plain lines otherwise. */
    public static RunDisplay on(PrintWriter out) {
        return Ansi.AUTO.enabled() ? new LiveLine(out) : new PlainLines(out);
    }
}
