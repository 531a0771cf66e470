package io.loadharness.cli.demo;

import io.loadharness.Scenario;
import io.loadharness.cli.ExitCode;
import io.loadharness.cli.console.Displays;
import io.loadharness.cli.console.VerdictTable;
import io.loadharness.cli.options.OutputFolder;
import io.loadharness.cli.run.Interruption;
import io.loadharness.cli.run.Outcome;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code harness demo}. */
@Command(
        name = "demo",
        description = "Runs a small system under test through LoadGen in all four scenarios, for a few seconds each.")
public final class DemoCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec;

    @Option(
            names = "--output-dir",
            paramLabel = "DIR",
            description = "Where the logs go, a folder for each scenario. Default: loadharness-logs/demo-TIME")
    private Path outputDir = OutputFolder.of("demo");

    @Option(names = "--seconds", hidden = true, defaultValue = "3", description = "How long each scenario takes.")
    private double seconds;

    @Override
    public Integer call() {
        if (!(seconds > 0 && seconds <= 3600)) {
            throw new ParameterException(
                    spec.commandLine(), "--seconds is " + seconds + " and must be more than 0, at most 3600");
        }
        PrintWriter out = spec.commandLine().getOut();
        try (Interruption interruption = new Interruption()) {
            Duration length = Duration.ofMillis(Math.max(1, Math.round(seconds * 1000)));
            List<Outcome> outcomes = new Demo(length, outputDir).run(Displays.on(out), interruption);
            List<Scenario> notRun = List.of(Scenario.values()).subList(outcomes.size(), Scenario.values().length);
            out.println();
            VerdictTable.print(out, outcomes, notRun);
            return notRun.isEmpty()
                    ? ExitCode.of(outcomes.stream().map(Outcome::verdict).toList())
                    : ExitCode.ABORTED;
        }
    }
}
