// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.doctor;

import io.loadharness.cli.ExitCode;
import io.loadharness.cli.run.RunCommand;
import io.loadharness.internal.ProgramName;
import io.loadharness.report.Table;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code harness doctor}. */
@Command(
        name = "doctor",
        customSynopsis = "${ROOT-COMMAND-NAME} doctor [FILE] [OPTION]...",
        description = {
            "Checks this machine for problems that affect measurements, and prints a remedy for each problem. Does not"
                    + " change the machine.",
            "With a run file or options of `run`, the command also prints the warnings that `validate` prints about"
                    + " this run. Does not send a request.",
            "The exit code is 1 if there is a problem or a warning."
        })
public final class DoctorCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec;

    @Mixin
    private RunCommand run;

    @Override
    public Integer call() throws Exception {
        List<String> warnings = run.isGiven(spec) ? run.warnings(spec) : List.of();
        List<DoctorFinding> findings = new MachineChecks(
                        new KernelFiles(Path.of("/")),
                        System.getenv(),
                        Path.of("").toAbsolutePath())
                .findings();
        PrintWriter out = spec.commandLine().getOut();
        Table table = new Table("lll", "", "Check", "Found");
        findings.forEach(each -> table.row(each.remedy().isPresent() ? "!" : "", each.name(), each.found()));
        table.print(out);
        List<DoctorFinding> problems =
                findings.stream().filter(each -> each.remedy().isPresent()).toList();
        out.println();
        problems.forEach(each -> out.println(each.name() + ": " + each.remedy().orElseThrow()));
        warnings.forEach(each -> out.println("Warning: " + each));
        if (problems.isEmpty() && warnings.isEmpty()) {
            out.println("No problems found. To measure the maximum rates of this machine as a client: "
                    + ProgramName.NAME + " calibrate");
        }
        return problems.isEmpty() && warnings.isEmpty() ? ExitCode.OK : ExitCode.FAILED;
    }
}
