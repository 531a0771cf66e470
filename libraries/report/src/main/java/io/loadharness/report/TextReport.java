package io.loadharness.report;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;

/** {@code summary.txt}: what the console shows after a run. */
final class TextReport implements ReportFormat {

    @Override
    public String name() {
        return "text";
    }

    @Override
    public String fileName() {
        return "summary.txt";
    }

    @Override
    public void write(RunReport report, OutputStream out) throws IOException {
        write(out, text -> Summary.print(text, report));
    }

    /** A text on the way to a stream. */
    @FunctionalInterface
    interface Text {
        void print(PrintWriter out);
    }

    /** Prints a text as UTF-8; a disk that is full is an error. */
    static void write(OutputStream out, Text text) throws IOException {
        PrintWriter writer = new PrintWriter(out, false, StandardCharsets.UTF_8);
        text.print(writer);
        if (writer.checkError()) {
            throw new IOException("the text of the report cannot be written");
        }
    }
}
