// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.doctor;

import io.loadharness.cli.ExitCode;
import io.loadharness.report.Table;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code harness doctor}. */
@Command(
        name = "doctor",
        description = {
            "Checks this machine for problems that affect measurements, and prints a remedy for each problem. Does not"
                    + " change the machine.",
            "The exit code is 1 if there is a problem."
        })
public final class DoctorCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        List<DoctorFinding> findings = new MachineChecks(new KernelFiles(Path.of("/")), System.getenv()).findings();
        PrintWriter out = spec.commandLine().getOut();
        Table table = new Table("lll", "", "Check", "Found");
        findings.forEach(each -> table.row(each.remedy().isPresent() ? "!" : "", each.name(), each.found()));
        table.print(out);
        List<DoctorFinding> problems =
                findings.stream().filter(each -> each.remedy().isPresent()).toList();
        out.println();
        problems.forEach(each -> out.println(each.name() + ": " + each.remedy().orElseThrow()));
        if (problems.isEmpty()) {
            out.println(
                    "No problems found. To measure the maximum rates of this machine as a client: harness calibrate");
        }
        return problems.isEmpty() ? ExitCode.OK : ExitCode.FAILED;
    }
}
