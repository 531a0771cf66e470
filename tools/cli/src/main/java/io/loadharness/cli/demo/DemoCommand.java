// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.demo;

import io.loadharness.Scenario;
import io.loadharness.Verdict;
import io.loadharness.benchmark.Benchmark;
import io.loadharness.benchmark.BenchmarkListener;
import io.loadharness.benchmark.BenchmarkResult;
import io.loadharness.benchmark.RunResult;
import io.loadharness.cli.ExitCode;
import io.loadharness.cli.console.ConsoleListener;
import io.loadharness.cli.console.Displays;
import io.loadharness.cli.console.VerdictTable;
import io.loadharness.cli.options.OutputFolder;
import io.loadharness.cli.output.StandardStreams;
import io.loadharness.cli.signal.ShutdownGuard;
import io.loadharness.client.ClientLimits;
import io.loadharness.inference.EngineProvider;
import io.loadharness.inference.RequestObserver;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code harness demo}. */
@Command(
        name = "demo",
        description = {
            "Starts a simulated LLM server, and measures this server over HTTP. The server scenario and the offline"
                    + " scenario run for a few seconds each.",
            "With --engine llama, the command measures a small language model with llama.cpp in this process, without"
                    + " a server.",
            "With --engine onnx, the command measures a small image classifier with ONNX Runtime in this process,"
                    + " without a server.",
            "With --in-process, the command measures a small system under test in this process, without a server, in"
                    + " all four scenarios."
        })
public final class DemoCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec;

    @Option(
            names = "--output-dir",
            paramLabel = "DIR",
            description = "Folder for results and logs. Each scenario has its own folder in DIR. Default:"
                    + " loadharness-logs/demo-TIME, where TIME is the start time of the command")
    private Path outputDir = OutputFolder.of("demo");

    @Option(
            names = "--in-process",
            description = "Measure a system under test in this process, without a server, in all four scenarios.")
    private boolean inProcess;

    @Option(
            names = "--engine",
            paramLabel = "NAME",
            description =
                    "Measure a small model in this process, without a server. The command generates the model. NAME is"
                            + " llama, onnx or the name of a plug-in with a sample.")
    private @Nullable String engine;

    @Option(
            names = "--seconds",
            hidden = true,
            defaultValue = "3",
            description = "Duration of each scenario in seconds.")
    private double seconds;

    @Override
    public Integer call() throws Exception {
        if (!(seconds > 0 && seconds <= 3600)) {
            throw new ParameterException(
                    spec.commandLine(), "--seconds must be more than 0 and at most 3600: got " + seconds);
        }
        if (engine != null && inProcess) {
            throw new ParameterException(
                    spec.commandLine(), "--engine and --in-process both choose the demo: give only one");
        }
        @Nullable EngineProvider provider = engine == null ? null : EngineProvider.named(engine);
        OutputFolder.check(outputDir);
        StandardStreams.printWithoutWaiting(); // a paused terminal must not delay the runs
        PrintWriter out = spec.commandLine().getOut();
        Duration length = Duration.ofMillis(Math.max(1, Math.round(seconds * 1000)));
        try (ShutdownGuard guard = new ShutdownGuard();
                Demo demo = demo(provider, length, out)) {
            guard.activate();
            List<Scenario> scenarios = demo.scenarios();
            List<RunResult> runs = new ArrayList<>();
            for (Scenario scenario : scenarios) {
                Benchmark benchmark = demo.benchmark(scenario)
                        .onProgress(new DemoListener(
                                out, demo.isSummarized(), demo.clientLimits().in(scenario)))
                        .build();
                BenchmarkResult result = benchmark.run();
                runs.addAll(result.runs());
                if (result.verdict() == Verdict.ABORTED) {
                    break;
                }
            }
            List<Scenario> notRun = scenarios.subList(runs.size(), scenarios.size());
            out.println();
            VerdictTable.print(out, runs, notRun);
            if (runs.stream().anyMatch(DemoVerdict::isTooBusy)) {
                out.println(DemoVerdict.TOO_BUSY);
            }
            return notRun.isEmpty() ? DemoVerdict.exitCode(runs) : ExitCode.ABORTED;
        }
    }

    private Demo demo(@Nullable EngineProvider provider, Duration length, PrintWriter out) throws IOException {
        if (inProcess) {
            return new InProcessDemo(length, outputDir);
        }
        return provider == null
                ? new ServerDemo(length, outputDir, out)
                : new EngineDemo(provider, length, outputDir, out);
    }

    /** Shows the live display and, for servers, the metrics of each run. */
    private static final class DemoListener implements BenchmarkListener {

        private final PrintWriter out;
        private final boolean summarized;
        private final BenchmarkListener display;

        DemoListener(PrintWriter out, boolean summarized, ClientLimits limits) {
            this.out = out;
            this.summarized = summarized;
            display = Displays.on(out, "", OptionalDouble.empty(), limits);
        }

        @Override
        public RequestObserver observe(Scenario scenario) {
            return display.observe(scenario);
        }

        @Override
        public void started(Scenario scenario) {
            display.started(scenario);
        }

        @Override
        public void progress(RunProgress now) {
            display.progress(now);
        }

        @Override
        public void ended(RunResult run) {
            display.ended(run);
        }

        @Override
        public void measured(RunResult run, long completed, long events) {
            if (summarized) {
                out.println();
                ConsoleListener.printDetails(out, run);
            }
        }
    }
}
