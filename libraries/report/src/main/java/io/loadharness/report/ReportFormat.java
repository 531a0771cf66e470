// SPDX-License-Identifier: Apache-2.0
package io.loadharness.report;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/** A way to tell of a run. */
public interface ReportFormat {

    /** As the command line spells it. */
    String name();

    /** The file in a run's folder; it may lie in a folder in there. */
    String fileName();

    /** Whether it is written after every run; else only where somebody asks for it. */
    default boolean isOfEveryRun() {
        return true;
    }

    /** Whether a run has anything of what it is about; else it is left out where all formats are asked for. */
    default boolean suits(RunReport report) {
        return true;
    }

    /**
     * Writes it; the stream stays open.
     *
     * @throws ReportException if the run has not measured what the format cannot do without
     */
    void write(RunReport report, OutputStream out) throws IOException;

    /**
     * Returns what {@link #write} writes.
     *
     * @throws ReportException if the run has not measured what the format cannot do without
     */
    default String text(RunReport report) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        write(report, bytes);
        return bytes.toString(StandardCharsets.UTF_8);
    }
}
