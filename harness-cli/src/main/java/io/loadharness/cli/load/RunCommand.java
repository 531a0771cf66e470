package io.loadharness.cli.load;

import io.loadharness.LoadGenerator;
import io.loadharness.QuerySampleLibrary;
import io.loadharness.TestSettings;
import io.loadharness.Verdict;
import io.loadharness.cli.ExitCode;
import io.loadharness.cli.Versions;
import io.loadharness.cli.calibrate.Ceiling;
import io.loadharness.cli.console.DisplayOptions;
import io.loadharness.cli.console.PlanSentence;
import io.loadharness.cli.metrics.PrometheusEndpoint;
import io.loadharness.cli.options.Counts;
import io.loadharness.cli.options.EffectiveOptions;
import io.loadharness.cli.options.EnumNames;
import io.loadharness.cli.options.OutputFolder;
import io.loadharness.cli.profile.Profile;
import io.loadharness.cli.record.RecordedRuns;
import io.loadharness.cli.record.RecordedRuns.Recorded;
import io.loadharness.cli.run.Interruption;
import io.loadharness.cli.run.RunDisplay;
import io.loadharness.cli.run.WatchedRuns;
import io.loadharness.cli.run.WatchingDisplay;
import io.loadharness.cli.server.DialectSearch;
import io.loadharness.cli.server.GenerationOptions;
import io.loadharness.cli.server.ReadyServers;
import io.loadharness.cli.server.Reply;
import io.loadharness.cli.server.RequestSet;
import io.loadharness.cli.server.ServerOptions;
import io.loadharness.cli.server.ServerUnderTest;
import io.loadharness.cli.server.ServerUnderTest.Spread;
import io.loadharness.cli.server.TokenCounting;
import io.loadharness.cli.server.TokenizerOptions;
import io.loadharness.health.ClientLimits;
import io.loadharness.http.OpenAiBackend;
import io.loadharness.inference.GenerationParameters;
import io.loadharness.inference.TokenCounter;
import io.loadharness.inference.Tokenizer;
import io.loadharness.inference.WarmUpReport;
import io.loadharness.report.DatacenterResult;
import io.loadharness.report.Environment;
import io.loadharness.report.Quantity;
import io.loadharness.report.RunDescription;
import io.loadharness.report.RunFolder;
import io.loadharness.schedule.Sweep;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
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
            "harness run [FILE] --url=URL --load=NAME [OPTION]..."
        },
        description = {
            "Measures inference servers over HTTP, with LoadGen or by a schedule, with a data set or a few built-in prompts.",
            "Before the run, it waits until the servers are ready, finds out how they can be asked, and sends requests"
                    + " that do not count."
        })
public final class RunCommand implements Callable<Integer> {

    /** How long a server may take for a question before the run, unless the user says so: its first answer may be its slowest. */
    private static final Duration QUESTION_LIMIT = Duration.ofMinutes(1);

    @Spec
    private CommandSpec spec;

    @Parameters(
            index = "0",
            arity = "0..1",
            paramLabel = "FILE",
            description = "A run file: YAML that says what options do not, see docs/configuration.md.")
    @SuppressWarnings("unused") // what it says has become options before they are read
    private Path file;

    @Mixin
    private ServerOptions server;

    @Mixin
    private LoadOptions loadGen;

    @Mixin
    private MlperfOptions mlperf;

    @Mixin
    private ScheduleOptions schedule;

    @Mixin
    private ProfileOptions profiling;

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
            description = "Requests to each server before LoadGen starts. Default: ${DEFAULT-VALUE}")
    private int warmUps;

    @Option(
            names = "--ready-timeout",
            paramLabel = "TIME",
            defaultValue = "30s",
            description = "How long the servers may take to be ready. Default: ${DEFAULT-VALUE}")
    private Duration readyTimeout;

    @Option(
            names = "--output-dir",
            paramLabel = "DIR",
            description = "Where the logs go. Default: loadharness-logs/run-TIME")
    private Path outputDir = OutputFolder.of("run");

    @Option(
            names = "--metrics-port",
            paramLabel = "PORT",
            description = "Serve the meters of the run to Prometheus at this port, path /metrics; 0 takes a free one.")
    private Integer metricsPort;

    @Override
    public Integer call() throws Exception {
        Optional<ProfileRun> profile = profile(spec, spec.commandLine().getOut());
        Load load = checked(profile);
        displaying.check();
        if (metricsPort != null) {
            PrometheusEndpoint.check(metricsPort);
        }
        ClientLimits limits = client.limits().in(load.scenario());
        Spread spread = spreading.spread(server.urls().size(), load);
        tellOfEnvironment();
        try (Tokenizer tokenizer = tokenizing.open();
                PrometheusEndpoint metrics =
                        metricsPort == null ? null : PrometheusEndpoint.start(metricsPort, load.scenario())) {
            return run(profile, load, spread, limits, Optional.ofNullable(tokenizer), Optional.ofNullable(metrics));
        }
    }

    /** Nobody sees on the command line what the environment says. */
    private void tellOfEnvironment() {
        PrintWriter out = spec.commandLine().getOut();
        EffectiveOptions.of(spec).stream()
                .filter(each -> each.source().startsWith("environment "))
                .forEach(each -> out.println("The " + each.source() + " sets " + each.name() + " to " + each.value()));
    }

    /**
     * Checks all that can be checked without a server, and says what would run and for how long.
     *
     * @param command has these options
     */
    void describe(CommandSpec command, PrintWriter out) throws IOException {
        Optional<ProfileRun> profile = profile(command, out);
        Load load = checked(profile);
        try (Tokenizer tokenizer = tokenizing.open()) {
            RequestSet set = requests(command, profile, load, Optional.ofNullable(tokenizer), out);
            out.println("Servers: " + String.join(", ", server.urls()));
            out.println(
                    "Data: " + set.name() + ", " + Quantity.count(set.requests().size()) + " samples");
            out.println("Load: " + load.generatorName() + ", " + load.description());
            if (profile.isEmpty()) {
                plan(load, QuerySampleLibrary.of(set.name(), set.requests())).ifPresent(out::println);
            }
            out.println("Output: " + outputDir);
        }
    }

    private Optional<String> plan(Load load, QuerySampleLibrary library) {
        Optional<Sweep> sweep = schedule.sweep();
        if (sweep.isPresent()) {
            return Optional.of("Plan: a probe and then " + sweep.get().rates(1).size() + " stages");
        }
        boolean timed = generation.counted() && load.timesTokens(generation.streamed());
        try (LoadGenerator generator = load.generator()) {
            return PlanSentence.of(generator.plan(library, load.settings(timed, server.longestRequest())));
        }
    }

    /** The load, when all was checked that can be before a server is asked. */
    private Load checked(Optional<ProfileRun> profile) {
        mlperf.check(data);
        int servers = server.urls().size();
        Load load = profile.<Load>map(ProfileRun::load).orElseGet(this::load);
        load.check();
        client.limits();
        spreading.spread(servers, load);
        Counts.requireAtLeast(0, "--warm-up", warmUps);
        requirements.check();
        generation.parameters();
        OutputFolder.check(outputDir);
        if (!generation.counted() && tokenizing.isGiven() && !data.isMadeUp()) {
            throw new IllegalArgumentException("--uncounted and --tokenizer say the opposite: give one of them");
        }
        load.tryOut(load.settings(generation.streamed(), server.longestRequest()));
        return load;
    }

    private int run(
            Optional<ProfileRun> profile,
            Load load,
            Spread spread,
            ClientLimits limits,
            Optional<Tokenizer> tokenizer,
            Optional<PrometheusEndpoint> metrics)
            throws Exception {
        PrintWriter out = displaying.words();
        metrics.ifPresent(endpoint -> out.println("Metrics: " + endpoint.url()));
        RequestSet set = requests(spec, profile, load, tokenizer, out);
        ReadyServers.await(server, readyTimeout);
        server.chooseModels(out, QUESTION_LIMIT);
        DialectSearch.Found found = DialectSearch.find(
                server,
                server.urls().get(0),
                generation.streamed(),
                set.requests().get(0),
                QUESTION_LIMIT);
        out.println(found.sentence(server.urls().get(0)));
        boolean counted = generation.counted();
        if (counted && spreading.isCountedTogether(found.dialect())) {
            countHere(
                    tokenizer,
                    () -> new IllegalArgumentException("--batch-size: openai-completions counts the tokens"
                            + " of all prompts of a request together; take vllm-completions, count on this side by --tokenizer, or"
                            + " do without counts by --uncounted"));
        } else if (counted && !found.reply().hasTokenCount()) {
            countHere(
                    tokenizer,
                    () -> new IOException("without token counts there is no measure of tokens: --tokenizer"
                            + " counts them on this side, --uncounted does without"));
        }
        List<OpenAiBackend> backends = server.urls().stream()
                .map(url -> server.backend(url, found.dialect(), generation.streamed()))
                .toList();
        Ceiling ceiling = Ceiling.of(backends.get(0).transportName());
        load.plannedRate().ifPresent(rate -> ceiling.planned(rate).forEach(out::println));
        TokenCounting counting =
                counted ? TokenCounting.with(tokenizer.map(TokenCounter.class::cast)) : TokenCounting.NOT_REQUIRED;
        try (ServerUnderTest sut = new ServerUnderTest(backends, found.dialect(), counting, spread, limits, set)) {
            int warmUpCount = Math.max(warmUps, requirements.warmUps());
            if (warmUpCount > 0) {
                warmUp(sut, warmUpCount, out);
            }
            load.notice().ifPresent(out::println);
            boolean timed = counted && load.timesTokens(generation.streamed());
            RunDescription description = new RunDescription(
                    Versions.ofHarness(),
                    Instant.now(),
                    load.generatorName(),
                    load.scenario(),
                    load.description(),
                    load.plannedRate().stream().boxed().findFirst(),
                    server.modelOf(server.urls().get(0)),
                    EnumNames.of(found.dialect()),
                    backends.get(0).transportName(),
                    generation.streamed(),
                    server.urls(),
                    set.name(),
                    set.requests().size(),
                    EffectiveOptions.of(spec),
                    requirements.of(load.scenario()),
                    Environment.ofThisProcess());
            RunDisplay display = displaying.display(load.plannedRate(), limits);
            RunDisplay shown = metrics.<RunDisplay>map(endpoint -> new WatchingDisplay(display, endpoint.observer()))
                    .orElse(display);
            if (profile.isPresent()) {
                return profiled(profile.get(), sut, timed, description, shown, out);
            }
            TestSettings settings = load.settings(timed, server.longestRequest());
            Optional<Sweep> sweep = schedule.sweep();
            return sweep.isPresent()
                    ? sweep(sweep.get(), sut, load, settings, description, shown, out)
                    : measure(sut, load, settings, description, ceiling, shown, out);
        }
    }

    private Optional<ProfileRun> profile(CommandSpec command, PrintWriter out) throws IOException {
        Optional<Profile> profile = profiling.read(out);
        profile.ifPresent(each -> new ProfileDefaults(command, each, out).give(server));
        return profile.map(ProfileRun::new);
    }

    private RequestSet requests(
            CommandSpec command,
            Optional<ProfileRun> profile,
            Load load,
            Optional<Tokenizer> tokenizer,
            PrintWriter out)
            throws IOException {
        GenerationParameters parameters = generation.parameters();
        if (profile.isPresent()) {
            boolean limited = command.commandLine().getParseResult().hasMatchedOption("--max-tokens");
            OptionalInt most = limited ? parameters.maxTokens() : OptionalInt.empty();
            return profile.get().requests(tokenizer, most, warmUps, out);
        }
        AskedData asked = data.requests(parameters, tokenizer, schedule.seed(), mlperf.dataset(), out);
        load.see(asked.dataset());
        return asked.requests();
    }

    private int profiled(
            ProfileRun profile,
            ServerUnderTest sut,
            boolean timed,
            RunDescription description,
            RunDisplay shown,
            PrintWriter out)
            throws IOException {
        List<Verdict> verdicts =
                profile.run(sut, timed, server.longestRequest(), warmUps, description, outputDir, shown, out);
        profile.load().notice().ifPresent(out::println);
        return ExitCode.of(verdicts);
    }

    private <E extends Exception> void countHere(Optional<Tokenizer> tokenizer, Supplier<E> objection) throws E {
        spec.commandLine().getOut().println("Tokens are counted on this side: " + tokenizer.orElseThrow(objection));
    }

    private Load load() {
        if (schedule.isGiven()) {
            loadGen.requireNone();
            if (schedule.isOfData()) {
                data.requireWhole();
            }
            return schedule.load(spreading.concurrency());
        }
        if (!loadGen.isGiven()) {
            throw new IllegalArgumentException(
                    "nothing says what loads the run: --scenario server, for LoadGen, or --load poisson, for example");
        }
        schedule.requireNone(data.isMadeUp());
        return loadGen;
    }

    private void warmUp(ServerUnderTest sut, int count, PrintWriter out)
            throws InterruptedException, TimeoutException, IOException {
        for (WarmUpReport each :
                sut.warmUp(count, server.longestRequest().plusSeconds(1).multipliedBy(count))) {
            if (each.failed() > 0) {
                throw new IOException(
                        each.endpoint() + " failed " + each.failed() + " of " + each.requests() + " warm-up requests: "
                                + each.firstFailure().map(Reply::said).orElse(""));
            }
            out.println("Warm-up: " + each.endpoint() + " answered " + each.requests() + " requests in "
                    + Quantity.duration(each.elapsed()));
        }
        if (server.asksForHttp2() && sut.transportCounts().overHttp2() == 0) {
            out.println("No answer has come over HTTP/2: HTTP/1.1 is spoken");
        }
        out.flush();
    }

    private int sweep(
            Sweep sweep,
            ServerUnderTest sut,
            Load load,
            TestSettings settings,
            RunDescription description,
            RunDisplay shown,
            PrintWriter out)
            throws IOException {
        List<Verdict> verdicts = new SweepRuns(
                        sweep, schedule::generator, sut, settings, Duration.ZERO, description, outputDir, shown, out)
                .run();
        load.notice().ifPresent(out::println);
        return ExitCode.of(verdicts);
    }

    private int measure(
            ServerUnderTest sut,
            Load load,
            TestSettings settings,
            RunDescription description,
            Ceiling ceiling,
            RunDisplay shown,
            PrintWriter out)
            throws IOException {
        try (Interruption interruption = new Interruption();
                LoadGenerator generator = load.generator()) {
            PlanSentence.of(generator.plan(sut.library(), settings)).ifPresent(out::println);
            out.flush();
            Recorded recorded = new RecordedRuns(new WatchedRuns(generator, shown, interruption), sut)
                    .run(sut.library(), settings, description, new RunFolder(outputDir));
            out.println();
            recorded.print(out);
            sut.system().clientHealth().ifPresent(health -> ceiling.seen(health, sut.answered(), sut.events())
                    .forEach(out::println));
            load.notice().ifPresent(out::println);
            if (requirements.isDatacenter() && recorded.report().isPresent()) {
                new DatacenterResult(
                                NodeName.ofThisMachine(),
                                LocalDateTime.now(ZoneId.systemDefault()),
                                List.of(recorded.report().get()))
                        .write(outputDir);
            }
            return recorded.exitCode();
        }
    }
}
