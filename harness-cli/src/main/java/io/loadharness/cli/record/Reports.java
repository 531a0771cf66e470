package io.loadharness.cli.record;

import io.loadharness.cli.ExitCode;
import io.loadharness.report.ReportFormat;
import io.loadharness.report.ReportFormats;
import io.loadharness.report.RunFolder;
import io.loadharness.report.RunReport;
import io.loadharness.report.SweepReport;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The reports in the folder of a run. */
public final class Reports {

    private Reports() {}

    /** With which code a process ends that had this run only. */
    static int exitCode(RunReport report) {
        return report.isValidButForRequirements() ? ExitCode.UNMET : ExitCode.of(List.of(report.verdict()));
    }

    /** Makes all of them, anew where they are there. */
    public static RunReport write(RunFolder folder) throws IOException {
        RunReport report = RunReport.of(folder);
        for (ReportFormat each : ReportFormats.all()) {
            try (OutputStream out =
                    new BufferedOutputStream(Files.newOutputStream(folder.path().resolve(each.fileName())))) {
                each.write(report, out);
            }
        }
        return report;
    }

    /** Makes those of all stages of a sweep, and that of the sweep. */
    static SweepReport writeSweep(Path folder) throws IOException {
        List<RunReport> stages = new ArrayList<>();
        RunFolder next = SweepReport.stage(folder, 1);
        while (Files.exists(next.description())) {
            stages.add(write(next));
            next = SweepReport.stage(folder, stages.size() + 1);
        }
        SweepReport report = new SweepReport(folder, stages);
        report.write();
        return report;
    }
}
