package io.loadharness.cli.load;

import io.loadharness.LoadGenerator;
import io.loadharness.QuerySampleLibrary;
import io.loadharness.Verdict;
import io.loadharness.cli.ExitCode;
import io.loadharness.cli.console.DisplayOptions;
import io.loadharness.cli.console.PlanSentence;
import io.loadharness.cli.console.VerdictTable;
import io.loadharness.cli.managed.StartOptions;
import io.loadharness.cli.managed.StartedServers;
import io.loadharness.cli.options.Counts;
import io.loadharness.cli.options.EffectiveOptions;
import io.loadharness.cli.options.OutputFolder;
import io.loadharness.cli.profile.Profile;
import io.loadharness.cli.profiler.ProfiledRuns;
import io.loadharness.cli.profiler.ServerProfileOptions;
import io.loadharness.cli.record.RecordedRuns;
import io.loadharness.cli.record.RecordedRuns.Recorded;
import io.loadharness.cli.run.Interruption;
import io.loadharness.cli.run.RunCompanion;
import io.loadharness.cli.run.RunDisplay;
import io.loadharness.cli.run.WatchingDisplay;
import io.loadharness.cli.scrape.ScrapeOptions;
import io.loadharness.cli.scrape.ScrapedRuns;
import io.loadharness.cli.server.DialectSearch;
import io.loadharness.cli.server.GenerationOptions;
import io.loadharness.cli.server.ReadyServers;
import io.loadharness.cli.server.RequestSet;
import io.loadharness.cli.server.ServerOptions;
import io.loadharness.cli.server.ServerUnderTest;
import io.loadharness.cli.server.TokenCounting;
import io.loadharness.cli.server.TokenizerOptions;
import io.loadharness.client.ClientLimits;
import io.loadharness.inference.GenerationParameters;
import io.loadharness.inference.TokenCounter;
import io.loadharness.inference.Tokenizer;
import io.loadharness.micrometer.PrometheusEndpoint;
import io.loadharness.report.DatacenterResult;
import io.loadharness.report.Quantity;
import io.loadharness.report.RunFolder;
import io.loadharness.report.RunReport;
import io.loadharness.schedule.Sweep;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import java.util.stream.Stream;
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
    private StartOptions starting;

    @Mixin
    private ScrapeOptions scraping;

    @Mixin
    private ServerProfileOptions serverProfiling;

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
        displaying.check();
        PrintWriter out = displaying.words();
        Optional<ProfileRun> profile = profile(spec, out);
        List<Load> loads = checked(profile);
        tellOfEnvironment(out);
        try (PrometheusEndpoint metrics = startMetrics();
                Tokenizer tokenizer = tokenizing.open()) {
            if (metrics != null) {
                out.println("Metrics: " + metrics.url());
            }
            RequestSet set = requests(spec, profile, loads, Optional.ofNullable(tokenizer), out);
            try (StartedServers started = starting.start(server, serverProfiling.plan(outputDir), outputDir, out);
                    ScrapedRuns scraped = scraping.open(server, started);
                    Interruption interruption = new Interruption()) {
                started.stopAtExitAfter(interruption::awaitSaid);
                Optional<ProfiledRuns> profiled = serverProfiling.runs(server, started.profiled(), outputDir);
                AskedServers servers =
                        ask(set, started, Optional.ofNullable(scraped), profiled, Optional.ofNullable(tokenizer), out);
                int exitCode = started.stop(
                        profile.isPresent() || schedule.sweep().isPresent()
                                ? stages(
                                        profile, servers, loads.get(0), Optional.ofNullable(metrics), interruption, out)
                                : measure(servers, loads, Optional.ofNullable(metrics), interruption, out));
                profiled.ifPresent(each -> each.finish(out));
                return exitCode;
            }
        } finally {
            serverProfiling.tidy(outputDir);
        }
    }

    private PrometheusEndpoint startMetrics() throws IOException {
        try {
            return metricsPort == null ? null : PrometheusEndpoint.start(metricsPort);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("--metrics-port: " + e.getMessage(), e);
        } catch (IOException e) {
            throw new IOException("--metrics-port: " + e.getMessage(), e);
        }
    }

    /** Nobody sees on the command line what the environment says. */
    private void tellOfEnvironment(PrintWriter out) {
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
        List<Load> loads = checked(profile);
        try (Tokenizer tokenizer = tokenizing.open()) {
            RequestSet set = requests(command, profile, loads, Optional.ofNullable(tokenizer), out);
            out.println("Servers: " + starting.description().orElseGet(() -> String.join(", ", server.urls())));
            out.println(
                    "Data: " + set.name() + ", " + Quantity.count(set.requests().size()) + " samples");
            for (Load load : loads) {
                out.println("Load: " + load.generatorName() + ", " + load.description());
                profile.ifPresent(each -> each.plan().forEach(out::println));
                if (profile.isEmpty()) {
                    plan(load, QuerySampleLibrary.of(set.name(), set.requests()))
                            .ifPresent(out::println);
                }
            }
            out.println("Output: " + outputDir);
        }
    }

    private Optional<String> plan(Load load, QuerySampleLibrary library) {
        Optional<Sweep> sweep = schedule.sweep();
        if (sweep.isPresent()) {
            return Optional.of(SweepRuns.plan(sweep.get()));
        }
        boolean timed = generation.counted() && load.timesTokens(generation.streamed());
        try (LoadGenerator generator = load.generator()) {
            return PlanSentence.of(generator.plan(library, load.settings(timed, server.longestRequest())));
        }
    }

    /** The loads, when all was checked that can be before a server is asked. */
    private List<Load> checked(Optional<ProfileRun> profile) throws IOException {
        mlperf.check(data);
        requirements.check();
        starting.check(server);
        scraping.check(server);
        serverProfiling.check(starting.isGiven());
        starting.requirePrograms(serverProfiling.plan(outputDir));
        int servers = server.count();
        List<Load> loads = profile.map(ProfileRun::load).map(List::<Load>of).orElseGet(this::loads);
        loads.forEach(Load::check);
        client.limits();
        spreading.check(servers, loads);
        Counts.requireAtLeast(0, "--warm-up", warmUps);
        generation.parameters();
        OutputFolder.check(outputDir);
        folders(loads).forEach(RecordedRuns::requireUnused);
        if (!generation.counted() && tokenizing.isGiven() && !data.isMadeUp()) {
            throw new IllegalArgumentException("--uncounted and --tokenizer say the opposite: give one of them");
        }
        loads.forEach(load -> load.tryOut(load.settings(generation.streamed(), server.longestRequest())));
        return loads;
    }

    private List<Load> loads() {
        if (schedule.isGiven()) {
            loadGen.requireNone();
            if (schedule.isOfData()) {
                data.requireWhole();
            }
            return List.of(schedule.load(spreading.concurrency()));
        }
        if (!loadGen.isGiven()) {
            throw new IllegalArgumentException(
                    "nothing says what loads the run: --scenario server, for LoadGen, or --load poisson, for example");
        }
        schedule.requireNone(data.isMadeUp());
        requirements.usualDuration().ifPresent(loadGen::lastUsually);
        return loadGen.loads();
    }

    private Optional<ProfileRun> profile(CommandSpec command, PrintWriter out) throws IOException {
        Optional<Profile> profile = profiling.read(out);
        profile.ifPresent(each -> new ProfileDefaults(command, spec, each, out).give(server));
        return profile.map(ProfileRun::new);
    }

    private RequestSet requests(
            CommandSpec command,
            Optional<ProfileRun> profile,
            List<Load> loads,
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
        for (Load load : loads) {
            load.see(asked.dataset());
        }
        return asked.requests();
    }

    /** Waits for the servers, and finds out how they can be asked. */
    private AskedServers ask(
            RequestSet set,
            StartedServers started,
            Optional<ScrapedRuns> scraped,
            Optional<ProfiledRuns> profiled,
            Optional<Tokenizer> tokenizer,
            PrintWriter out)
            throws Exception {
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
        TokenCounting counting =
                counted ? TokenCounting.with(tokenizer.map(TokenCounter.class::cast)) : TokenCounting.NOT_REQUIRED;
        RunCompanion companion = RunCompanion.of(Stream.of(scraped, started.companion(out), profiled)
                .flatMap(Optional::stream)
                .toList());
        return new AskedServers(server, found.dialect(), generation.streamed(), counting, set, started, companion);
    }

    private <E extends Exception> void countHere(Optional<Tokenizer> tokenizer, Supplier<E> objection) throws E {
        displaying.words().println("Tokens are counted on this side: " + tokenizer.orElseThrow(objection));
    }

    private int stages(
            Optional<ProfileRun> profile,
            AskedServers servers,
            Load load,
            Optional<PrometheusEndpoint> metrics,
            Interruption interruption,
            PrintWriter out)
            throws Exception {
        int exitCode = prepared(
                servers,
                load,
                metrics,
                interruption,
                out,
                prepared -> profile.isPresent()
                        ? profile.get().run(prepared, warmUps, outputDir, out)
                        : new SweepRuns(
                                        schedule.sweep().orElseThrow(),
                                        schedule::generator,
                                        prepared,
                                        Duration.ZERO,
                                        outputDir,
                                        out)
                                .run());
        load.notice().ifPresent(out::println);
        return exitCode;
    }

    /** What is done with warm servers. */
    @FunctionalInterface
    private interface Use<R> {

        R of(PreparedLoad prepared) throws IOException;
    }

    private <R> R prepared(
            AskedServers servers,
            Load load,
            Optional<PrometheusEndpoint> metrics,
            Interruption interruption,
            PrintWriter out,
            Use<R> use)
            throws Exception {
        ClientLimits limits = client.limits().in(load.scenario());
        try (ServerUnderTest sut = servers.open(spreading.spread(load), limits)) {
            new WarmUp(server, Math.max(warmUps, requirements.warmUps())).of(sut, out);
            load.notice().ifPresent(out::println);
            RunDisplay display = displaying.display(load.plannedRate(), limits);
            RunDisplay shown = metrics.<RunDisplay>map(
                            endpoint -> new WatchingDisplay(display, endpoint.observer(load.scenario())))
                    .orElse(display);
            interruption.holdExit();
            return use.of(new PreparedLoad(
                    load,
                    sut,
                    servers.timesTokens(load),
                    server.longestRequest(),
                    servers.description(
                            load, sut.transportName(), EffectiveOptions.of(spec), requirements.of(load.scenario())),
                    interruption,
                    shown));
        }
    }

    /** Where the records of each load go. */
    private List<RunFolder> folders(List<Load> loads) {
        return loads.size() == 1
                ? List.of(new RunFolder(outputDir))
                : loads.stream()
                        .map(load -> new RunFolder(outputDir.resolve(load.name())))
                        .toList();
    }

    /** One load after the other, until one is stopped or a server is lost. */
    private int measure(
            AskedServers servers,
            List<Load> loads,
            Optional<PrometheusEndpoint> metrics,
            Interruption interruption,
            PrintWriter out)
            throws Exception {
        List<Recorded> recorded = new ArrayList<>();
        for (Load load : loads) {
            Path folder = folders(loads).get(recorded.size()).path();
            Recorded last =
                    prepared(servers, load, metrics, interruption, out, prepared -> prepared.measure(folder, out));
            recorded.add(last);
            if (last.outcome().verdict() == Verdict.ABORTED
                    || servers.started().trouble().isPresent()) {
                break;
            }
        }
        if (loads.size() > 1) {
            out.println();
            VerdictTable.print(
                    out,
                    recorded.stream().map(Recorded::outcome).toList(),
                    loads.stream().skip(recorded.size()).map(Load::scenario).toList());
        }
        List<RunReport> reports =
                recorded.stream().flatMap(each -> each.report().stream()).toList();
        if (requirements.isDatacenter() && !reports.isEmpty()) {
            new DatacenterResult(NodeName.ofThisMachine(), LocalDateTime.now(ZoneId.systemDefault()), reports)
                    .write(outputDir);
        }
        List<Integer> codes =
                new ArrayList<>(recorded.stream().map(Recorded::exitCode).toList());
        if (recorded.size() < loads.size()) {
            servers.started().trouble().ifPresent(why -> {
                out.println("The others were not run: " + why);
                codes.add(ExitCode.INVALID);
            });
        }
        return ExitCode.gravest(codes);
    }
}
