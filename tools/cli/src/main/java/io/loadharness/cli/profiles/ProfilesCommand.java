// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.profiles;

import io.loadharness.cli.ExitCode;
import io.loadharness.report.Table;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code harness profiles}. */
@Command(
        name = "profiles",
        description = {
            "Lists the profiles of inference-perf, guidellm, vllm-benchmark and fmperf that `run --profile-file` and"
                    + " `llm-d run -w` accept by name.",
            "With NAME, the command prints this profile. To write your own profile, edit the printed text."
        })
public final class ProfilesCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec;

    @Parameters(
            arity = "0..1",
            paramLabel = "NAME",
            description = "The profile to print, for example inference-perf/sanity_random.")
    private @Nullable String name;

    @Mixin
    private ProfilesFolder folder;

    @Override
    public Integer call() throws IOException {
        PrintWriter out = spec.commandLine().getOut();
        ProfileCatalog catalog = folder.catalog();
        if (name != null) {
            out.print(catalog.require(name).text());
            out.flush();
            return ExitCode.OK;
        }
        Table table = new Table("llll", "Harness", "Profile", "Measures", "From");
        for (ProfileCatalog.Entry each : catalog.entries()) {
            table.row(each.tool().id(), each.name(), each.purpose(), each.origin());
        }
        table.print(out);
        return ExitCode.OK;
    }
}
