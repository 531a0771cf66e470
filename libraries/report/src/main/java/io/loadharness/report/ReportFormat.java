// SPDX-License-Identifier: Apache-2.0
package io.loadharness.report;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/**
 * A file format for the report of a run.
 *
 * <pre>{@code
 * String json = ReportFormats.named("json").text(RunReport.of(new RunFolder(Path.of("results"))));
 * }</pre>
 */
public interface ReportFormat {

    /** Returns the name of the format on the command line. */
    String name();

    /** Returns the path of the file, relative to the folder of the run. */
    String fileName();

    /** Returns true if reports in this format are written after every run; false if only on request. */
    default boolean isOfEveryRun() {
        return true;
    }

    /** Returns true if the run has data for this format. If not, {@link ReportWriter#writeOthers} skips this format. */
    default boolean suits(RunReport report) {
        return true;
    }

    /**
     * Writes a report. Does not close the stream.
     *
     * @throws ReportException if the run lacks a value that the format requires
     */
    void write(RunReport report, OutputStream out) throws IOException;

    /**
     * Returns the report as a string.
     *
     * @throws ReportException if the run lacks a value that the format requires
     */
    default String text(RunReport report) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        write(report, bytes);
        return bytes.toString(StandardCharsets.UTF_8);
    }
}
