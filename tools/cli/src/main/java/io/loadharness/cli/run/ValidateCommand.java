// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.run;

import io.loadharness.cli.ExitCode;
import io.loadharness.report.RunDescription.Setting;
import io.loadharness.report.Table;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code harness validate}. */
@Command(
        name = "validate",
        customSynopsis = "${ROOT-COMMAND-NAME} validate [FILE] [OPTION]...",
        description = {
            "Checks a run file and the options of `run` without sending a request. Prints the planned load and its"
                    + " duration.",
            "Accepts the options of `run`, and shows where each value comes from."
        })
public final class ValidateCommand implements Callable<Integer> {

    private static final String DEFAULT = "default";

    @Spec
    private CommandSpec spec;

    @Mixin
    private RunCommand run;

    @Option(names = "--all", description = "Also show options that have their default values.")
    private boolean all;

    @Option(
            names = "--check-models",
            description =
                    "Also wait until the servers are ready, and check that the servers list the model. The command"
                            + " sends no prompt.")
    private boolean checksModels;

    @Override
    public Integer call() throws Exception {
        PrintWriter out = spec.commandLine().getOut();
        run.describe(spec, out, () -> printSettings(out), checksModels);
        return ExitCode.OK;
    }

    private void printSettings(PrintWriter out) {
        out.println();
        Table table = new Table("lll", "Option", "Value", "Source");
        for (Setting each : run.settings(spec)) {
            if (all || !each.source().equals(DEFAULT)) {
                table.row(each.name(), each.value(), each.source());
            }
        }
        table.print(out);
    }
}
