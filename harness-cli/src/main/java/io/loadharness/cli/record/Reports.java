package io.loadharness.cli.record;

import io.loadharness.report.ReportFormat;
import io.loadharness.report.ReportFormats;
import io.loadharness.report.RunFolder;
import io.loadharness.report.RunReport;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;

/** The reports in the folder of a run. */
final class Reports {

    private Reports() {}

    /** Makes all of them, anew where they are there. */
    static RunReport write(RunFolder folder) throws IOException {
        RunReport report = RunReport.of(folder);
        for (ReportFormat each : ReportFormats.all()) {
            try (OutputStream out =
                    new BufferedOutputStream(Files.newOutputStream(folder.path().resolve(each.fileName())))) {
                each.write(report, out);
            }
        }
        return report;
    }
}
