// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmarks;

import io.loadharness.report.ReportWriter;
import io.loadharness.report.RunFolder;
import java.io.IOException;
import java.nio.file.Path;

/** Writes the reports of a run folder. */
final class ReportMaker {

    static final String HEAP = "512m";

    private ReportMaker() {}

    /** The main method of the separate JVM. */
    public static void main(String[] arguments) throws IOException {
        RunFolder folder = new RunFolder(Path.of(arguments[0]));
        JvmUsage.serve(() -> ReportWriter.write(folder));
    }
}
