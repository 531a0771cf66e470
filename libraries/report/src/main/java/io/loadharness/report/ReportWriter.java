// SPDX-License-Identifier: Apache-2.0
package io.loadharness.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The reports in the folder of a run. */
public final class ReportWriter {

    private ReportWriter() {}

    /** Makes those of every run, anew where they are there. */
    public static RunReport write(RunFolder folder) throws IOException {
        RunReport report = RunReport.of(folder);
        for (ReportFormat each : ReportFormats.all()) {
            if (each.isOfEveryRun()) {
                report.write(each);
            }
        }
        return report;
    }

    /** Adds files to a run that is over, and makes its reports anew; nothing if it left none. */
    public static void add(RunFolder folder, List<Path> files) throws IOException {
        if (Files.exists(folder.outcome())) {
            RunOutcome outcome = RunReport.of(folder).outcome().orElseThrow();
            folder.write(outcome.with(folder.relative(files)));
            write(folder);
        }
    }

    /** Makes those of all stages of a sweep, and that of the sweep. */
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
     * Makes those of other tools.
     *
     * @return why some could not be made, a sentence each
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
