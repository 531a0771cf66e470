// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.run;

import io.loadharness.Scenario;
import io.loadharness.benchmark.Benchmark;
import io.loadharness.benchmark.BenchmarkPlan;
import io.loadharness.benchmark.BenchmarkPlan.PlannedRun;
import io.loadharness.benchmark.BenchmarkRun;
import io.loadharness.benchmark.PeakResult;
import io.loadharness.benchmark.PromptNeeds;
import io.loadharness.benchmark.PromptSource;
import io.loadharness.benchmark.SlicedRun;
import io.loadharness.benchmark.StagedLoad;
import io.loadharness.benchmark.endpoint.Endpoints;
import io.loadharness.cli.ExitCode;
import io.loadharness.cli.console.ConsoleListener;
import io.loadharness.cli.console.DisplayOptions;
import io.loadharness.cli.console.PlanSentence;
import io.loadharness.cli.inferenceperf.InferencePerfProfile;
import io.loadharness.cli.options.Counts;
import io.loadharness.cli.options.EffectiveOptions;
import io.loadharness.cli.options.OptionNames;
import io.loadharness.cli.options.OptionSources;
import io.loadharness.cli.options.OutputFolder;
import io.loadharness.cli.output.StandardStreams;
import io.loadharness.cli.profiler.ProfilerOptions;
import io.loadharness.cli.scrape.ScrapeOptions;
import io.loadharness.cli.servers.StartOptions;
import io.loadharness.cli.signal.ShutdownGuard;
import io.loadharness.cli.target.GenerationOptions;
import io.loadharness.cli.target.ServerOptions;
import io.loadharness.cli.target.TokenizerOptions;
import io.loadharness.cluster.SliceTask;
import io.loadharness.inference.GenerationParameters;
import io.loadharness.inference.Tokenizer;
import io.loadharness.micrometer.PrometheusEndpoint;
import io.loadharness.report.Quantity;
import io.loadharness.report.RuleSet;
import io.loadharness.report.RunDescription.Setting;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.Spec;

/** {@code harness run}. */
@Command(
        name = "run",
        customSynopsis = {
            "${ROOT-COMMAND-NAME} run [FILE] --url=URL --scenario=NAME [OPTION]...",
            "${ROOT-COMMAND-NAME} run [FILE] --url=URL --load=NAME [OPTION]...",
            "${ROOT-COMMAND-NAME} run [FILE] --url=URL --rules=NAME [OPTION]..."
        },
        description = {
            "Measures inference servers over HTTP. MLPerf LoadGen (--scenario) or a schedule (--load) generates the"
                    + " load. The prompts come from a data set (--dataset-path) or a synthetic workload (--workload)."
                    + " Without --dataset-path and --workload, the command uses a few built-in prompts.",
            "Before the run, the command waits until the servers are ready, and selects an API dialect that works. The"
                    + " command also sends warm-up requests, which are not measured."
        })
public final class RunCommand implements Callable<Integer> {

    private static final Path RULES_FOLDER = Path.of("results", "mlperf_datacenter");

    @Spec
    private CommandSpec spec;

    @Parameters(
            index = "0",
            arity = "0..1",
            paramLabel = "FILE",
            description = "A run file, which is a YAML file with values of options (see docs/guides/configuration.md)."
                    + " Options on the command line take precedence over the values in the run file. FILE can also"
                    + " be a profile (see --profile-file).")
    private @Nullable Path file;

    @Mixin
    private ServerOptions server;

    @Mixin
    private StartOptions starting;

    @Mixin
    private EngineOptions engine;

    @Mixin
    private PluginOptions plugin;

    @Mixin
    private ScrapeOptions scraping;

    @Mixin
    private ProfilerOptions serverProfiling;

    @Mixin
    private LoadOptions loadGen;

    @Mixin
    private MlperfOptions mlperf;

    @Mixin
    private AccuracyOptions scoring;

    @Mixin
    private ScheduleOptions schedule;

    @Mixin
    private SliceOptions slicing;

    @Mixin
    private InferencePerfOptions profiling;

    @Mixin
    private DataOptions data;

    @Mixin
    private SpreadOptions spreading;

    @Mixin
    private WorkerOptions working;

    @Mixin
    private SubmitOptions submitting;

    @Mixin
    private ClientOptions client;

    @Mixin
    private GenerationOptions generation;

    @Mixin
    private TokenizerOptions tokenizing;

    @Mixin
    private RequirementOptions requirements;

    @Mixin
    private DisplayOptions displaying;

    @Option(
            names = "--warm-up",
            paramLabel = "N",
            defaultValue = "8",
            description = "Number of warm-up requests to each server. Warm-up requests are not measured. Default:"
                    + " ${DEFAULT-VALUE}")
    private int warmUps;

    @Option(
            names = "--ready-timeout",
            paramLabel = "TIME",
            description =
                    "Maximum time to wait until the servers are ready, for example 5m. With this option, the command"
                            + " also waits for hosts whose names cannot be resolved yet. The time also limits the first"
                            + " requests to a server or an engine, and the start and the warm-up of an engine. Default for"
                            + " servers: 30s. Default for the first request to a server: --request-timeout, or 1m without"
                            + " --request-timeout. Default for engines: 30m")
    private @Nullable Duration readyTimeout;

    @Option(
            names = "--max-time",
            paramLabel = "TIME",
            description = "Maximum time of the whole command, from the start of the servers, for example 1h. After this"
                    + " time, the command aborts the current run, writes the reports, and ends with exit code 130."
                    + " Default: no limit")
    private @Nullable Duration maxTime;

    @Option(
            names = "--output-dir",
            paramLabel = "DIR",
            description =
                    "Folder for results and logs. Default: loadharness-logs/run-TIME, where TIME is the start time of"
                            + " the command")
    private Path outputDir = OutputFolder.of("run");

    @Option(
            names = "--metrics-port",
            paramLabel = "PORT",
            description =
                    "Port at which Prometheus can scrape the metrics of the run, at the path /metrics, for example"
                            + " 9090. With 0, the command chooses a free port.")
    private @Nullable Integer metricsPort;

    @Option(
            names = "--metrics-host",
            paramLabel = "HOST",
            description =
                    "The address on which the command listens for --metrics-port. 0.0.0.0 accepts connections from"
                            + " other machines. Default: 127.0.0.1, which accepts connections only from this machine")
    private @Nullable String metricsHost;

    private @Nullable SliceTask slice;

    private @Nullable PeakOptions peak;

    /** Makes this command run a slice in a worker. The coordinator shows the progress and handles signals. */
    public void runAs(SliceTask task) {
        slice = task;
    }

    @Override
    public Integer call() throws Exception {
        displaying.check();
        PrintWriter out = displaying.messageOutput();
        if (slice != null) {
            return run(slice, out);
        }
        engine.requireNoWorkers(working.launcher());
        if (submitting.areFor(working)) {
            OutputFolder.check(outputDir);
            return submitting.run(working, spec, Optional.ofNullable(file), outputDir, out);
        }
        try (ShutdownGuard guard = guard(spec)) {
            Optional<InferencePerfProfile> profile = profile(spec, out);
            Benchmark.Builder benchmark = benchmark(spec, profile, out);
            Optional<String> commands = working.printed(outputDir);
            if (commands.isPresent()) {
                out.print(commands.get());
                out.flush();
                return ExitCode.OK;
            }
            printEnvironment(out);
            if (working.generateSlices()) {
                return runSlices(guard, out);
            }
            return measure(benchmark, guard, out, each -> ExitCode.of(each.run()));
        }
    }

    /** Returns a guard for a benchmark. From now on, output that is not read does not delay the benchmark. */
    private static ShutdownGuard guard(CommandSpec command) {
        StandardStreams.printWithoutWaiting();
        return new ShutdownGuard(command.commandLine().getErr(), "reading the options");
    }

    /** A measurement or a check by a benchmark, whose engines and listeners are open. */
    @FunctionalInterface
    private interface Measurement<R> {

        R of(Benchmark benchmark) throws Exception;
    }

    /** Opens everything that a benchmark needs, measures, and closes it again. */
    private <R> R measure(Benchmark.Builder benchmark, ShutdownGuard guard, PrintWriter out, Measurement<R> measurement)
            throws Exception {
        try (PrometheusEndpoint metrics = startMetrics()) {
            return open(benchmark, Optional.ofNullable(metrics), guard, out, measurement);
        }
    }

    /** Opens the tokenizer and the engines, and passes the benchmark to an action. */
    private <R> R open(
            Benchmark.Builder benchmark,
            Optional<PrometheusEndpoint> metrics,
            ShutdownGuard guard,
            PrintWriter out,
            Measurement<R> action)
            throws Exception {
        try (Tokenizer tokenizer = openTokenizer(guard, out);
                EngineOptions.OpenEngines engines = openEngines(guard, out)) {
            engines.giveTo(benchmark);
            metrics.ifPresent(each -> out.println("Metrics: " + each.url()));
            if (tokenizer != null) {
                benchmark.tokenizer(tokenizer);
            }
            R result = action.of(benchmark
                    .onProgress(new ConsoleListener(displaying, out, metrics, guard))
                    .build());
            guard.close(); // the exit of the JVM does not wait for engines
            return result;
        }
    }

    private @Nullable Tokenizer openTokenizer(ShutdownGuard guard, PrintWriter out) throws IOException {
        guard.preparing("loading the tokenizer");
        return tokenizing.open(server.hubOptions(), out);
    }

    private EngineOptions.OpenEngines openEngines(ShutdownGuard guard, PrintWriter out) throws IOException {
        guard.preparing("starting the engines");
        return engine.open(server, hasServers(), loadGen.names(), Optional.ofNullable(readyTimeout), engineLogs(), out);
    }

    /**
     * Searches for the highest load within the limits.
     *
     * @param command the command that the user called, which has this command as a mixin
     */
    PeakResult findPeak(CommandSpec command, PeakOptions options, PrintWriter out) throws Exception {
        peak = options;
        displaying.check();
        if (runsElsewhere()) {
            throw new IllegalArgumentException("find-peak runs in this process: leave out --slices and the options of"
                    + " engines that take whole runs; --on with local, ssh or slurm workers is possible");
        }
        options.requireFolder(command.commandLine().getParseResult().hasMatchedOption("--output-dir"));
        try (ShutdownGuard guard = guard(command)) {
            if (profile(command, out).isPresent()) {
                throw new IllegalArgumentException(
                        "find-peak chooses the load, but a profile has its own stages: use run for a profile");
            }
            Benchmark.Builder benchmark = benchmark(command, Optional.empty(), out);
            loadGen.targetQps(Scenario.SERVER)
                    .ifPresent(rate -> out.println("--target-qps " + Quantity.number(rate)
                            + " is not used: the search chooses the rates. --first-rate sets the first one."));
            return measure(benchmark, guard, out, each -> {
                PeakResult result = each.findPeak();
                if (!guard.isStoppedEarly()) {
                    PeakTable.print(out, result);
                }
                return result;
            });
        }
    }

    private boolean runsElsewhere() {
        return working.generateSlices() || submitting.areFor(working) || working.prints();
    }

    /** Returns the writer for messages. */
    PrintWriter messageOutput() {
        return displaying.messageOutput();
    }

    private Path engineLogs() {
        return outputDir.resolve("engines");
    }

    private int runSlices(ShutdownGuard guard, PrintWriter out) throws IOException, InterruptedException {
        guard.preparing("reading the data set");
        SlicedRun run = new SlicedRun(
                working.workers().orElseThrow(),
                SliceArguments.request(spec, data.imageFiles(out)),
                schedule.name(),
                schedule.plan(spreading.concurrency()),
                client.limits(),
                EffectiveOptions.of(spec),
                readyTimeout == null ? Benchmark.DEFAULT_READY_TIMEOUT : readyTimeout,
                Optional.ofNullable(maxTime),
                outputDir);
        return ExitCode.of(run.run(new ConsoleListener(displaying, out, Optional.empty(), guard)));
    }

    private int run(SliceTask task, PrintWriter out) throws IOException, InterruptedException {
        Benchmark.Builder benchmark = benchmark(spec, Optional.empty(), out);
        SliceArguments.SECRET_FILES.forEach(task::deleteInputs); // the builder has read them
        try (Tokenizer tokenizer = tokenizing.open(server.hubOptions(), out)) {
            if (tokenizer != null) {
                benchmark.tokenizer(tokenizer);
            }
            SliceReporter reporter = new SliceReporter(task);
            BenchmarkRun run =
                    benchmark.startOn(reporter).onProgress(reporter).build().start();
            task.onStop(run::abort);
            return ExitCode.of(run.result());
        }
    }

    private @Nullable PrometheusEndpoint startMetrics() throws IOException {
        if (metricsPort == null) {
            if (metricsHost != null) {
                throw new IllegalArgumentException(
                        "--metrics-host sets the address of --metrics-port: give --metrics-port too");
            }
            return null;
        }
        try {
            return PrometheusEndpoint.start(metricsHost == null ? "127.0.0.1" : metricsHost, metricsPort);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("--metrics-port: " + e.getMessage(), e);
        } catch (IOException e) {
            throw new IOException("--metrics-port: " + e.getMessage(), e);
        }
    }

    /** Prints the options that environment variables set, because the command line does not show them. */
    private void printEnvironment(PrintWriter out) {
        String prefix = "environment ";
        for (Setting each : EffectiveOptions.of(spec)) {
            if (each.source().startsWith(prefix)) {
                String variable = each.source().substring(prefix.length());
                out.println("The environment variable " + variable + " sets " + each.name() + " to " + each.value());
            }
        }
    }

    /**
     * Checks everything that can be checked without a server, and prints the planned load and its duration.
     *
     * @param command the command that the user called, which is this command or has it as a mixin
     * @param settings prints the settings after the plan
     * @param checksModels true to wait then until the servers are ready, and check that they list the model. It has no effect if other
     *     machines run the benchmark
     */
    void describe(CommandSpec command, PrintWriter out, Runnable settings, boolean checksModels) throws Exception {
        planned(command, out, benchmark -> {
            print(benchmark.plan(), out);
            settings.run();
            if (checksModels && !runsElsewhere()) {
                benchmark.checkModels();
            }
            return true;
        });
    }

    private void print(BenchmarkPlan plan, PrintWriter out) {
        out.println(engine.targetTitle(hasServers()) + ": " + plan.target());
        out.println("Data: " + plan.dataset() + ", " + Quantity.count(plan.samples()) + " samples");
        for (PlannedRun each : plan.loads()) {
            out.println("Load: " + each.generator() + ", " + each.description());
            each.stages().forEach(out::println);
            each.plan().flatMap(PlanSentence::of).ifPresent(out::println);
            each.batches().ifPresent(out::println);
            if (!each.requirements().isEmpty()) {
                out.println("Required: " + String.join(", ", each.requirements()));
            }
            each.warnings().forEach(warning -> out.println("Warning: " + warning));
        }
        plan.warnings().forEach(warning -> out.println("Warning: " + warning));
        out.println("Output: " + plan.outputFolder());
    }

    /** Returns true if a run file or the command line sets an option. Environment variables alone do not describe a run. */
    public boolean isGiven(CommandSpec command) {
        return file != null
                || OptionNames.own(command).stream()
                        .anyMatch(each -> OptionSources.of(command).of(each).equals(OptionSources.FLAG));
    }

    /** Makes the same checks as {@link #describe}, and returns all warnings about the planned runs. */
    public List<String> warnings(CommandSpec command) throws Exception {
        BenchmarkPlan plan = planned(command, new PrintWriter(Writer.nullWriter()), Benchmark::plan);
        return Stream.concat(plan.loads().stream().flatMap(each -> each.warnings().stream()), plan.warnings().stream())
                .toList();
    }

    /** Opens everything that a benchmark needs, without starting anything, and passes the benchmark to an action. */
    private <R> R planned(CommandSpec command, PrintWriter out, Measurement<R> action) throws Exception {
        Benchmark.Builder benchmark = benchmark(command, profile(command, out), out);
        try (ShutdownGuard guard = guard(command)) {
            return open(benchmark, Optional.empty(), guard, out, action);
        }
    }

    /** Returns the options of a command. If a rule set decides the verdict, also returns the settings of the rule set. */
    List<Setting> settings(CommandSpec command) {
        List<Setting> all = new ArrayList<>(EffectiveOptions.of(command));
        RuleSet rules = requirements.rules();
        if (!rules.hasOwnVerdict()) {
            return all;
        }
        String source = "rules " + rules.id();
        rules.model()
                .filter(each -> !command.commandLine().getParseResult().hasMatchedOption("--model"))
                .ifPresent(each ->
                        replace(all, new Setting("--model", "the only model of the server, or " + each, source)));
        if (warmUps < rules.warmUps()) {
            replace(all, new Setting("--warm-up", rules.warmUps() + ", in place of " + warmUps, source));
        }
        all.add(new Setting("NODE_NAME", NodeName.ofThisMachine(), NodeName.source()));
        boolean hasToken = !System.getenv().getOrDefault("HF_TOKEN", "").isBlank();
        all.add(new Setting("HF_TOKEN", hasToken ? "set" : "not set", "environment"));
        return all;
    }

    private static void replace(List<Setting> all, Setting by) {
        all.replaceAll(each -> each.name().equals(by.name()) ? by : each);
    }

    private Optional<InferencePerfProfile> profile(CommandSpec command, PrintWriter out) throws IOException {
        Map<String, String> given = new HashMap<>(server.profileVariables());
        given.put("LLMDBENCH_RUN_EXPERIMENT_RESULTS_DIR", outputDir.toString());
        Optional<InferencePerfProfile> profile = profiling.read(given, out);
        profile.ifPresent(each -> new InferencePerfDefaults(command, spec, each, out).applyTo(server));
        return profile;
    }

    /** Makes all checks that do not need a server, and returns the benchmark that the options describe. */
    private Benchmark.Builder benchmark(CommandSpec command, Optional<InferencePerfProfile> profile, PrintWriter out)
            throws IOException {
        Benchmark.Builder benchmark = Benchmark.builder();
        mlperf.check(data);
        mlperf.dataset().ifPresent(benchmark::expectedDataset);
        requirements.check();
        requirements.applyTo(benchmark);
        boolean hasServers = hasServers();
        engine.check(command, hasServers);
        engine.requireNoWorkers(working.launcher());
        plugin.check(command);
        plugin.applyTo(benchmark);
        starting.applyTo(benchmark, server);
        Endpoints endpoints = hasServers
                ? server.endpoints(spreading::applyTo)
                : Endpoints.builder().build();
        if (hasServers) {
            benchmark.endpoints(endpoints);
        }
        scraping.applyTo(benchmark, endpoints);
        serverProfiling.applyTo(benchmark, hasServers, engine.areProcesses(), starting.isGiven());
        if (!submitting.areFor(working)) {
            working.applyTo(benchmark, outputDir);
        }
        if (working.generateSlices()) {
            SliceArguments.check(command, schedule.isGiven() && !schedule.isSweep());
        }
        scoring.applyTo(benchmark, loadGen.isAccuracy(), mlperf.dataset(), data.file(), out);
        boolean hasLargeQueries = applyLoad(command, profile, benchmark);
        benchmark.clientLimits(client.limits());
        int replicas = engine.count() + (hasServers ? server.count() : plugin.areTarget() ? 1 : 0);
        spreading.check(replicas, hasServers, hasLargeQueries, loadName());
        Counts.requireAtLeast(0, "--warm-up", warmUps);
        GenerationParameters parameters = generation.parameters();
        if (!plugin.areTarget()) {
            spreading.applyTo(benchmark);
            benchmark.warmUps(warmUps).streaming(generation.isStreamed());
            if (readyTimeout != null) {
                benchmark.readyTimeout(readyTimeout);
            }
            if (profile.isEmpty()) {
                benchmark.generation(parameters);
            }
            if (!generation.requiresTokenCounts()) {
                benchmark.countTokens(false);
            }
        }
        if (maxTime != null) {
            if (maxTime.isZero() || maxTime.isNegative()) {
                throw new IllegalArgumentException(
                        "--max-time must be more than 0 s: got " + maxTime.toMillis() / 1000.0 + " s");
            }
            benchmark.maxTime(maxTime);
        }
        OutputFolder.check(outputDir);
        benchmark.outputFolder(outputDir).nodeName(NodeName.ofThisMachine());
        if (!command.commandLine().getParseResult().hasMatchedOption("--output-dir")) {
            benchmark.rulesFolder(RULES_FOLDER);
        }
        if (!generation.requiresTokenCounts() && tokenizing.isGiven() && !data.isSynthetic() && !data.isEncoded()) {
            throw new IllegalArgumentException(
                    "--no-token-counts and --tokenizer contradict each other: give only one of them");
        }
        if (profile.isEmpty() && !plugin.areTarget()) {
            data.applyTo(benchmark, engine.takeTensors(), schedule.seed(), out);
        }
        return benchmark.describedSettings(EffectiveOptions.of(command));
    }

    /** Returns true if servers are measured. */
    private boolean hasServers() {
        return !plugin.areTarget() && (!engine.areGiven() || starting.isGiven() || server.isGiven());
    }

    /** Sets the load of a benchmark, and returns true if its queries may contain several samples. */
    private boolean applyLoad(
            CommandSpec command, Optional<InferencePerfProfile> profile, Benchmark.Builder benchmark) {
        if (profile.isPresent()) {
            slicing.requireNone(
                    "does not apply to a profile, whose stages start when the previous stage ended: use --load");
            StagedLoad staged = profile.get().load().load();
            benchmark.stages(staged, withPrefixedMessages(profile.get()));
            profile.get().reports().ifPresent(benchmark::lifecycleFiles);
            ParseResult given = command.commandLine().getParseResult();
            benchmark.generation(generation.parametersOfProfile(
                    given.hasMatchedOption("--temperature"),
                    profile.get().server().ignoresEos()));
            if (given.hasMatchedOption("--max-tokens")) {
                generation.parameters().maxTokens().ifPresent(benchmark::stageTokens);
            }
            return false;
        }
        if (peak != null) {
            applySearch(peak, benchmark);
            return false;
        }
        if (schedule.isGiven()) {
            loadGen.requireNone();
            if (schedule.isSizedByData()) {
                data.requireWhole();
            }
            if (schedule.isSweep()) {
                slicing.requireNone(
                        "does not apply to --load=sweep, whose rates depend on what one process measured before: run"
                                + " each rate with its own --load");
            }
            slicing.applyTo(benchmark);
            schedule.applyTo(benchmark, spreading.concurrency());
            return false;
        }
        if (!loadGen.isGiven()) {
            throw new IllegalArgumentException(
                    "no load is given: give --scenario for MLPerf LoadGen, for example --scenario server, or --load"
                            + " for a schedule, for example --load poisson");
        }
        slicing.requireNone(
                "needs --load: LoadGen's seeds are fixed, so several LoadGens would send the same samples at the"
                        + " same times; one LoadGen can drive many machines with --on");
        schedule.requireNone(data.isSynthetic());
        loadGen.check();
        loadGen.applyTo(benchmark);
        return loadGen.hasLargeQueries();
    }

    private void applySearch(PeakOptions search, Benchmark.Builder benchmark) {
        slicing.requireNone("does not apply to find-peak, whose loads depend on earlier runs");
        if (schedule.isGiven()) {
            loadGen.requireNone();
            schedule.applySearchTo(benchmark);
            if (spreading.concurrency() != null) {
                throw new IllegalArgumentException(
                        "--concurrency does not apply to find-peak --load=concurrent, which searches for the concurrency: leave it out");
            }
        } else if (loadGen.isGiven()) {
            schedule.requireNone(data.isSynthetic());
            loadGen.check(false);
            loadGen.applyTo(benchmark);
        } else {
            throw new IllegalArgumentException(
                    "no load is given: give --scenario server to search for a rate, or --load concurrent to search for a concurrency");
        }
        benchmark.peak(search.search(schedule.isGiven(), loadGen.minDuration())).resume(search.resumes());
    }

    private String loadName() {
        return schedule.isGiven() ? schedule.name() : loadGen.isGiven() ? loadGen.name() : "a profile";
    }

    /** Returns the prompt source of a profile. Messages to the user start with {@code Profile:}. */
    private static PromptSource withPrefixedMessages(InferencePerfProfile profile) {
        return needs -> profile.data()
                .source()
                .requests(new PromptNeeds(
                        profile.api().isChat(),
                        needs.tokenizer(),
                        needs.requests(),
                        needs.warmUps(),
                        needs.maxTokens(),
                        needs.parameters(),
                        sentence -> needs.messages().accept("Profile: " + sentence)));
    }
}
