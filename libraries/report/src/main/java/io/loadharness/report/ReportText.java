// SPDX-License-Identifier: Apache-2.0
package io.loadharness.report;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;

/** Writes text reports to streams. */
final class ReportText {

    private ReportText() {}

    /** The content of a text report. */
    @FunctionalInterface
    interface Text {
        void print(PrintWriter out);
    }

    /** Writes a report as UTF-8. Throws an exception if it was not written completely, for example because the disk is full. */
    static void write(OutputStream out, Text text) throws IOException {
        PrintWriter writer = new PrintWriter(out, false, StandardCharsets.UTF_8);
        text.print(writer);
        if (writer.checkError()) {
            throw new IOException("the text of the report cannot be written; check the free disk space");
        }
    }
}
