// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.run;

import io.loadharness.cli.options.OutputFolder;
import io.loadharness.cluster.SubmittedRun;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code harness collect}. */
@Command(
        name = "collect",
        description =
                "Copies the results of a run that '${ROOT-COMMAND-NAME} run --on=kubernetes' started, for example after the"
                        + " machine that started it was lost. Waits for the end of the run, prints its output, and removes the"
                        + " run from the cluster. The exit code is that of the run. Ctrl-C ends only this command.")
public final class CollectCommand implements Callable<Integer> {

    private static final String LAUNCHER = "kubernetes";

    @Spec
    private CommandSpec spec;

    @Parameters(
            paramLabel = "NAME",
            description = "The name of the run: the name of its Job, which the command that started the run printed.")
    private String name;

    @Option(
            names = "--namespace",
            paramLabel = "NAME",
            description = "The namespace of the run. Default: the namespace of the context of kubectl")
    private @Nullable String namespace;

    @Option(
            names = "--context",
            paramLabel = "NAME",
            description = "The context of kubectl. Default: the current context")
    private @Nullable String context;

    @Option(
            names = "--output-dir",
            paramLabel = "DIR",
            description = "Folder for the results. Default: loadharness-logs/collect-TIME, where TIME is the start time"
                    + " of the command")
    private Path outputDir = OutputFolder.of("collect");

    @Override
    public Integer call() throws IOException, InterruptedException {
        OutputFolder.check(outputDir);
        OutputFolder.requireUnused(outputDir);
        Map<String, String> options = new HashMap<>();
        SubmitOptions.put(options, "namespace", namespace);
        SubmitOptions.put(options, "context", context);
        PrintWriter out = spec.commandLine().getOut();
        try (SubmittedRun run = SubmitOptions.submitter(LAUNCHER)
                .orElseThrow()
                .find(name, options, each -> SubmitOptions.print(out, each))) {
            return SubmitOptions.complete(run, outputDir, out);
        }
    }
}
