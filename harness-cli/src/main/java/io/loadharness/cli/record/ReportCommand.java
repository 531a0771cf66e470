package io.loadharness.cli.record;

import io.loadharness.cli.ExitCode;
import io.loadharness.report.RunFolder;
import io.loadharness.report.RunReport;
import io.loadharness.report.SweepReport;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code harness report}. */
@Command(
        name = "report",
        description = "Makes the reports of a run or a sweep again, from the folder that it left behind.")
public final class ReportCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "FOLDER", description = "The folder of a run, or of a sweep.")
    private Path folder;

    @Override
    public Integer call() throws Exception {
        PrintWriter out = spec.commandLine().getOut();
        if (SweepReport.isSweep(folder)) {
            List<RunReport> stages = Reports.writeSweep(folder).stages();
            for (RunReport stage : stages) {
                out.print(stage.folder().path().getFileName() + ": ");
                print(stage, out);
            }
            return ExitCode.of(stages.stream().map(RunReport::verdict).toList());
        }
        RunReport report = Reports.write(new RunFolder(folder));
        print(report, out);
        return Reports.exitCode(report);
    }

    private static void print(RunReport report, PrintWriter out) {
        out.println(report.verdict() + ": " + report.metrics().counts().answered() + " answered, "
                + report.metrics().counts().failed() + " failed");
        report.reasons().forEach(out::println);
    }
}
