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
            "Says what this machine lacks for measuring, with a sentence on what to do about each. Changes nothing.",
            "The exit code is 1 if it lacks something."
        })
public final class DoctorCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        List<DoctorFinding> findings = new Examination(new KernelFiles(Path.of("/")), System.getenv()).findings();
        PrintWriter out = spec.commandLine().getOut();
        Table table = new Table("lll", "", "What", "Here");
        findings.forEach(each -> table.row(each.remedy().isPresent() ? "!" : "", each.what(), each.found()));
        table.print(out);
        List<DoctorFinding> lacking =
                findings.stream().filter(each -> each.remedy().isPresent()).toList();
        out.println();
        lacking.forEach(each -> out.println(each.what() + ": " + each.remedy().orElseThrow()));
        if (lacking.isEmpty()) {
            out.println("Nothing is lacking. What the machine can do as a client: harness calibrate");
        }
        return lacking.isEmpty() ? ExitCode.OK : ExitCode.FAILED;
    }
}
