package io.loadharness.cli.record;

import io.loadharness.report.RunFolder;
import io.loadharness.report.RunReport;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code harness report}. */
@Command(name = "report", description = "Makes the reports of a run again, from the folder that it left behind.")
public final class ReportCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "FOLDER", description = "The folder of a run.")
    private Path folder;

    @Override
    public Integer call() throws Exception {
        RunReport report = Reports.write(new RunFolder(folder));
        PrintWriter out = spec.commandLine().getOut();
        out.println(report.verdict() + ": " + report.metrics().counts().answered() + " answered, "
                + report.metrics().counts().failed() + " failed");
        report.reasons().forEach(out::println);
        return Reports.exitCode(report);
    }
}
