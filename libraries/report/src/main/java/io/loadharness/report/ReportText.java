// SPDX-License-Identifier: Apache-2.0
package io.loadharness.report;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;

/** Prints texts of reports to streams. */
final class ReportText {

    private ReportText() {}

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
