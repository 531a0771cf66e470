// SPDX-License-Identifier: Apache-2.0
package io.loadharness.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Writes reports to the folder of a run.
 *
 * <pre>{@code
 * RunReport report = ReportWriter.write(new RunFolder(Path.of("results/latest")));
 * }</pre>
 */
public final class ReportWriter {

    private ReportWriter() {}

    /** Writes the reports in all formats that are written after every run. Replaces existing reports. */
    public static RunReport write(RunFolder folder) throws IOException {
        RunReport report = RunReport.of(folder);
        write(report);
        return report;
    }

    /** Writes a report in all formats that are written after every run. Replaces existing reports. */
    public static void write(RunReport report) throws IOException {
        for (ReportFormat each : ReportFormats.all()) {
            if (each.isOfEveryRun()) {
                report.write(each);
            }
        }
    }

    /**
     * Adds the paths of files to the outcome of a finished run, and writes the reports of the run again. Does nothing if the run has no
     * outcome.
     */
    public static void add(RunFolder folder, List<Path> files) throws IOException {
        if (Files.exists(folder.outcome())) {
            RunOutcome outcome = RunReport.of(folder).outcome().orElseThrow();
            folder.write(outcome.with(folder.relative(files)));
            write(folder);
        }
    }

    /** Writes the reports of all stages of a sweep, and the HTML page of the sweep. */
    public static SweepReport writeSweep(Path folder) throws IOException {
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

    /**
     * Writes the reports in the formats of other tools.
     *
     * @return the reasons why formats were not written, one sentence each
     */
    public static List<String> writeOthers(RunReport report) throws IOException {
        List<String> refusals = new ArrayList<>();
        for (ReportFormat each : ReportFormats.all()) {
            if (!each.isOfEveryRun() && each.suits(report)) {
                try {
                    report.write(each);
                } catch (ReportException e) {
                    refusals.add(e.getMessage());
                }
            }
        }
        return refusals;
    }
}
