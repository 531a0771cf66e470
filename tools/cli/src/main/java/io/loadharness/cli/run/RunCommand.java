// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.run;

import io.loadharness.benchmark.Benchmark;
import io.loadharness.benchmark.BenchmarkPlan;
import io.loadharness.benchmark.BenchmarkPlan.PlannedRun;
import io.loadharness.benchmark.PromptNeeds;
import io.loadharness.benchmark.PromptSource;
import io.loadharness.benchmark.StagedLoad;
import io.loadharness.benchmark.endpoint.Endpoints;
import io.loadharness.cli.ExitCode;
import io.loadharness.cli.console.ConsoleListener;
import io.loadharness.cli.console.DisplayOptions;
import io.loadharness.cli.console.PlanSentence;
import io.loadharness.cli.inferenceperf.InferencePerfProfile;
import io.loadharness.cli.options.Counts;
import io.loadharness.cli.options.EffectiveOptions;
import io.loadharness.cli.options.OutputFolder;
import io.loadharness.cli.profiler.ProfilerOptions;
import io.loadharness.cli.scrape.ScrapeOptions;
import io.loadharness.cli.servers.StartOptions;
import io.loadharness.cli.signal.ShutdownGuard;
import io.loadharness.cli.target.GenerationOptions;
import io.loadharness.cli.target.ServerOptions;
import io.loadharness.cli.target.TokenizerOptions;
import io.loadharness.inference.GenerationParameters;
import io.loadharness.inference.Tokenizer;
import io.loadharness.micrometer.PrometheusEndpoint;
import io.loadharness.report.Quantity;
import io.loadharness.report.RuleSet;
import io.loadharness.report.RunDescription.Setting;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code harness run}. */
@Command(
        name = "run",
        customSynopsis = {
            "harness run [FILE] --url=URL --scenario=NAME [OPTION]...",
            "harness run [FILE] --url=URL --load=NAME [OPTION]...",
            "harness run [FILE] --url=URL --rules=NAME [OPTION]..."
        },
        description = {
            "Measures inference servers over HTTP. MLPerf LoadGen (--scenario) or a schedule (--load) generates the"
                    + " load. The prompts come from a data set, or from a few built-in prompts.",
            "Before the run, the command waits until the servers are ready, selects an API dialect that works, and"
                    + " sends warm-up requests that are not measured."
        })
public final class RunCommand implements Callable<Integer> {

    private static final Path RULES_FOLDER = Path.of("results", "mlperf_datacenter");

    @Spec
    private CommandSpec spec;

    @Parameters(
            index = "0",
            arity = "0..1",
            paramLabel = "FILE",
            description = "A run file: a YAML file with values for options that are not given on the command line, see"
                    + " docs/configuration.md. Or a profile, as for --profile-file.")
    @SuppressWarnings("unused") // its values are added to the arguments before they are parsed
    private @Nullable Path file;

    @Mixin
    private ServerOptions server;

    @Mixin
    private StartOptions starting;

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
    private ScheduleOptions schedule;

    @Mixin
    private InferencePerfOptions profiling;

    @Mixin
    private DataOptions data;

    @Mixin
    private SpreadOptions spreading;

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
            description = "Maximum time to wait until the servers are ready, for example 5m. Default: 30s")
    private Duration readyTimeout = Benchmark.DEFAULT_READY_TIMEOUT;

    @Option(
            names = "--max-time",
            paramLabel = "TIME",
            description = "Maximum time of the whole command, from the start of the servers, for example 1h. At this"
                    + " time, the current run is aborted, the reports are written, and the command ends with exit"
                    + " code 130. Default: no limit")
    private @Nullable Duration maxTime;

    @Option(
            names = "--output-dir",
            paramLabel = "DIR",
            description = "Folder for results and logs. Default: loadharness-logs/run-TIME")
    private Path outputDir = OutputFolder.of("run");

    @Option(
            names = "--metrics-port",
            paramLabel = "PORT",
            description =
                    "Port at which Prometheus can scrape the metrics of the run, at the path /metrics, for example"
                            + " 9090. With 0, a free port is chosen.")
    private @Nullable Integer metricsPort;

    @Option(
            names = "--metrics-host",
            paramLabel = "HOST",
            description = "The address of --metrics-port. 0.0.0.0 accepts connections from other machines. Default:"
                    + " 127.0.0.1, which accepts connections only from this machine")
    private @Nullable String metricsHost;

    @Override
    public Integer call() throws Exception {
        displaying.check();
        PrintWriter out = displaying.messageOutput();
        Optional<InferencePerfProfile> profile = profile(spec, out);
        Benchmark.Builder benchmark = benchmark(spec, profile, out);
        printEnvironment(out);
        try (PrometheusEndpoint metrics = startMetrics();
                Tokenizer tokenizer = tokenizing.open(server.hubConnection());
                PluginOptions.Code code = plugin.open();
                ShutdownGuard guard = new ShutdownGuard()) {
            code.giveTo(benchmark);
            if (metrics != null) {
                out.println("Metrics: " + metrics.url());
            }
            if (tokenizer != null) {
                benchmark.tokenizer(tokenizer);
            }
            ConsoleListener listener =
                    new ConsoleListener(displaying, out, Optional.ofNullable(metrics), guard::activate);
            return ExitCode.of(benchmark.onProgress(listener).build().run());
        }
    }

    private @Nullable PrometheusEndpoint startMetrics() throws IOException {
        if (metricsPort == null) {
            if (metricsHost != null) {
                throw new IllegalArgumentException(
                        "--metrics-host is the address of --metrics-port: give --metrics-port too");
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
        EffectiveOptions.of(spec).stream()
                .filter(each -> each.source().startsWith("environment "))
                .forEach(each -> out.println("The " + each.source() + " sets " + each.name() + " to " + each.value()));
    }

    /**
     * Checks everything that can be checked without a server, and prints the planned load and its duration.
     *
     * @param command the command that the user called, which is this command or has it as a mixin
     */
    void describe(CommandSpec command, PrintWriter out) throws IOException {
        Benchmark.Builder benchmark = benchmark(command, profile(command, out), out);
        try (Tokenizer tokenizer = tokenizing.open(server.hubConnection());
                PluginOptions.Code code = plugin.open()) {
            code.giveTo(benchmark);
            if (tokenizer != null) {
                benchmark.tokenizer(tokenizer);
            }
            BenchmarkPlan plan = benchmark
                    .onProgress(new ConsoleListener(displaying, out, Optional.empty(), () -> {}))
                    .build()
                    .plan();
            out.println("Servers: " + plan.target());
            out.println("Data: " + plan.dataset() + ", " + Quantity.count(plan.samples()) + " samples");
            for (PlannedRun each : plan.loads()) {
                out.println("Load: " + each.generator() + ", " + each.description());
                each.stages().forEach(out::println);
                each.plan().flatMap(PlanSentence::of).ifPresent(out::println);
                if (!each.requirements().isEmpty()) {
                    out.println("Required: " + String.join(", ", each.requirements()));
                }
                each.warnings().forEach(warning -> out.println("Warning: " + warning));
            }
            plan.warnings().forEach(warning -> out.println("Warning: " + warning));
            out.println("Output: " + plan.outputFolder());
        }
    }

    /** Returns the options of a command, and the settings of rules that have a verdict of their own. */
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

    /** Makes all checks that need no server, and returns the benchmark that the options describe. */
    private Benchmark.Builder benchmark(CommandSpec command, Optional<InferencePerfProfile> profile, PrintWriter out)
            throws IOException {
        Benchmark.Builder benchmark = Benchmark.builder();
        mlperf.check(data);
        mlperf.dataset().ifPresent(benchmark::expectedDataset);
        requirements.check();
        requirements.applyTo(benchmark);
        plugin.check(command);
        plugin.applyTo(benchmark);
        starting.applyTo(benchmark, server);
        Endpoints endpoints = plugin.areTarget() ? Endpoints.builder().build() : server.endpoints();
        if (!plugin.areTarget()) {
            benchmark.endpoints(endpoints);
        }
        scraping.applyTo(benchmark, endpoints);
        serverProfiling.applyTo(benchmark, starting.isGiven());
        boolean hasLargeQueries = applyLoad(command, profile, benchmark);
        benchmark.clientLimits(client.limits());
        spreading.check(plugin.areTarget() ? 1 : server.count(), hasLargeQueries, loadName());
        Counts.requireAtLeast(0, "--warm-up", warmUps);
        GenerationParameters parameters = generation.parameters();
        if (!plugin.haveSamples()) {
            spreading.applyTo(benchmark);
            benchmark.warmUps(warmUps).readyTimeout(readyTimeout).streaming(generation.isStreamed());
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
                    "--uncounted and --tokenizer contradict each other: give only one of them");
        }
        if (profile.isEmpty() && !plugin.haveSamples()) {
            data.applyTo(benchmark, schedule.seed(), out);
        }
        return benchmark.describedSettings(EffectiveOptions.of(command));
    }

    /** Sets the load of a benchmark, and returns true if its queries may contain several samples. */
    private boolean applyLoad(
            CommandSpec command, Optional<InferencePerfProfile> profile, Benchmark.Builder benchmark) {
        if (profile.isPresent()) {
            StagedLoad staged = profile.get().load().load();
            benchmark.stages(staged, withPrefixedMessages(profile.get()));
            profile.get().reports().ifPresent(benchmark::lifecycleFiles);
            benchmark.generation(GenerationParameters.builder()
                    .ignoreEos(profile.get().server().ignoresEos())
                    .build());
            if (command.commandLine().getParseResult().hasMatchedOption("--max-tokens")) {
                generation.parameters().maxTokens().ifPresent(benchmark::stageTokens);
            }
            return false;
        }
        if (schedule.isGiven()) {
            loadGen.requireNone();
            if (schedule.isSizedByData()) {
                data.requireWhole();
            }
            schedule.applyTo(benchmark, spreading.concurrency());
            return false;
        }
        if (!loadGen.isGiven()) {
            throw new IllegalArgumentException(
                    "no load is given: give --scenario for MLPerf LoadGen, for example --scenario server, or --load"
                            + " for a schedule, for example --load poisson");
        }
        schedule.requireNone(data.isSynthetic());
        loadGen.check();
        loadGen.applyTo(benchmark);
        return loadGen.hasLargeQueries();
    }

    private String loadName() {
        return schedule.isGiven() ? schedule.name() : loadGen.isGiven() ? loadGen.name() : "a profile";
    }

    /** Returns the source of the prompts of a profile. The source adds "Profile:" to the start of its messages. */
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
