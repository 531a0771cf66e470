// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.report;

import io.loadharness.cli.ExitCode;
import io.loadharness.report.LifecycleFiles;
import io.loadharness.report.ReportFormat;
import io.loadharness.report.ReportFormats;
import io.loadharness.report.ReportWriter;
import io.loadharness.report.RunFolder;
import io.loadharness.report.RunReport;
import io.loadharness.report.Summary;
import io.loadharness.report.SweepReport;
import io.loadharness.report.compare.ComparableRuns;
import io.loadharness.report.compare.ComparedRun;
import io.loadharness.report.compare.ComparisonMarkdown;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code harness report}. */
@Command(
        name = "report",
        description = {
            "Writes the reports of a run or a sweep again from its output folder, and prints the summary.",
            "If FOLDER is an mlperf_log_detail.txt or the log folder of another LoadGen harness, the command only"
                    + " prints the metrics of this log."
        })
public final class ReportCommand implements Callable<Integer> {

    /** Options for formats other than the default reports. */
    private static final class FormatChoice {

        @Option(
                names = "--format",
                paramLabel = "NAME",
                description =
                        "Print the report of a run in this format, and do not write files. The formats are json, html,"
                                + " text, markdown, csv, junit, inference-perf, inference-perf-stage,"
                                + " inference-perf-requests, inference-perf-prometheus, llm-d-0.1 and llm-d-0.2.")
        private @Nullable String format;

        @Option(
                names = "--all",
                description =
                        "Also write the report in the formats of other tools. Each format has its own folder in the"
                                + " output folder of the run.")
        private boolean all;
    }

    @Spec
    private CommandSpec spec;

    @Parameters(
            paramLabel = "FOLDER",
            description =
                    "The output folder of a run or of a sweep, or a LoadGen log (mlperf_log_detail.txt) or the folder"
                            + " of this log.")
    private Path folder;

    @ArgGroup
    private FormatChoice formats = new FormatChoice();

    @Override
    public Integer call() throws IOException {
        PrintWriter out = spec.commandLine().getOut();
        Optional<ComparedRun> log = ComparableRuns.loadGenLog(folder);
        if (log.isPresent()) {
            return print(log.get(), out);
        }
        if (Files.isRegularFile(folder)) {
            throw new IllegalArgumentException(
                    folder + " is not the output folder of a run: give the folder, or LoadGen's mlperf_log_detail.txt");
        }
        if (formats.format != null) {
            return print(named(formats.format), out);
        }
        List<RunReport> reports = SweepReport.isSweep(folder)
                ? ReportWriter.writeSweep(folder).stages()
                : List.of(ReportWriter.write(new RunFolder(folder)));
        for (RunReport each : reports) {
            if (reports.size() > 1) {
                out.println("# " + each.folder().path().getFileName());
            }
            Summary.print(out, each);
            if (formats.all) {
                ReportWriter.writeOthers(each).forEach(refusal -> out.println("Not written: " + refusal));
            }
        }
        if (formats.all) {
            new LifecycleFiles(true, true, true).write(folder).forEach(each -> out.println("Written: " + each));
        }
        return ExitCode.worst(reports.stream().map(ExitCode::of).toList());
    }

    private int print(ComparedRun log, PrintWriter out) {
        if (formats.format != null || formats.all) {
            throw new IllegalArgumentException(
                    (formats.all ? "--all" : "--format") + " needs the folder of a run of LoadHarness: " + log.name()
                            + " is the log of another harness; leave the option out");
        }
        ComparisonMarkdown.print(log, out);
        return ExitCode.of(log.verdict().stream().toList());
    }

    private int print(ReportFormat format, PrintWriter out) throws IOException {
        RunReport report = RunReport.of(new RunFolder(folder));
        out.print(format.text(report));
        out.flush();
        return ExitCode.of(report);
    }

    private static ReportFormat named(String name) {
        try {
            return ReportFormats.named(name);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("--format: " + e.getMessage(), e);
        }
    }
}
