package io.loadharness.cli.demo;

import io.loadharness.LoadGenerator;
import io.loadharness.Scenario;
import io.loadharness.cli.ExitCode;
import io.loadharness.cli.console.Displays;
import io.loadharness.cli.console.VerdictTable;
import io.loadharness.cli.options.OutputFolder;
import io.loadharness.cli.run.Interruption;
import io.loadharness.cli.run.Outcome;
import io.loadharness.cli.run.WatchedRuns;
import io.loadharness.client.ClientLimits;
import io.loadharness.loadgen.MlperfLoadGen;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code harness demo}. */
@Command(
        name = "demo",
        description = {
            "Starts a simulated LLM server and measures it over HTTP, in Server and Offline, for a few seconds each.",
            "With --in-process, runs a small system under test in all four scenarios instead."
        })
public final class DemoCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec;

    @Option(
            names = "--output-dir",
            paramLabel = "DIR",
            description = "Where the logs go, a folder for each scenario. Default: loadharness-logs/demo-TIME")
    private Path outputDir = OutputFolder.of("demo");

    @Option(
            names = "--in-process",
            description = "No server: a system under test in this process, in all four scenarios.")
    private boolean inProcess;

    @Option(names = "--seconds", hidden = true, defaultValue = "3", description = "How long each scenario takes.")
    private double seconds;

    @Override
    public Integer call() throws Exception {
        if (!(seconds > 0 && seconds <= 3600)) {
            throw new ParameterException(
                    spec.commandLine(), "--seconds is " + seconds + " and must be more than 0, at most 3600");
        }
        OutputFolder.check(outputDir);
        PrintWriter out = spec.commandLine().getOut();
        Duration length = Duration.ofMillis(Math.max(1, Math.round(seconds * 1000)));
        try (Interruption interruption = new Interruption();
                LoadGenerator loadGen = new MlperfLoadGen();
                Demo demo = inProcess ? new InProcessDemo(length, outputDir) : new ServerDemo(length, outputDir, out)) {
            interruption.holdExit();
            WatchedRuns runs =
                    new WatchedRuns(loadGen, Displays.on(out, OptionalDouble.empty(), ClientLimits.NONE), interruption);
            List<Scenario> scenarios = demo.scenarios();
            List<Outcome> outcomes = new ArrayList<>();
            for (Scenario scenario : scenarios) {
                if (!interruption.requested()) {
                    outcomes.add(demo.run(runs, scenario));
                }
            }
            List<Scenario> notRun = scenarios.subList(outcomes.size(), scenarios.size());
            out.println();
            VerdictTable.print(out, outcomes, notRun);
            return notRun.isEmpty()
                    ? ExitCode.of(outcomes.stream().map(Outcome::verdict).toList())
                    : ExitCode.ABORTED;
        }
    }
}
