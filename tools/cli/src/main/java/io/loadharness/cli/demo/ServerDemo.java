package io.loadharness.cli.demo;

import io.loadharness.Scenario;
import io.loadharness.TestMode;
import io.loadharness.TestSettings;
import io.loadharness.cli.Versions;
import io.loadharness.cli.options.EnumNames;
import io.loadharness.cli.record.RecordedRuns;
import io.loadharness.cli.record.RecordedRuns.Recorded;
import io.loadharness.cli.run.Outcome;
import io.loadharness.cli.run.WatchedRuns;
import io.loadharness.cli.target.Prompts;
import io.loadharness.cli.target.ServerUnderTest;
import io.loadharness.cli.target.ServerUnderTest.Spread;
import io.loadharness.cli.target.TokenCounting;
import io.loadharness.client.ClientLimits;
import io.loadharness.http.Dialect;
import io.loadharness.http.OpenAiBackend;
import io.loadharness.inference.GenerationParameters;
import io.loadharness.report.Environment;
import io.loadharness.report.RunDescription;
import io.loadharness.report.RunFolder;
import io.loadharness.simulator.OutputLength;
import io.loadharness.simulator.SimulatedServer;
import io.loadharness.simulator.SimulatorConfig;
import io.loadharness.simulator.TimingModel;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A simulated LLM server in this process, asked over HTTP with streaming as any other would be. */
final class ServerDemo implements Demo {

    private static final String MODEL = "simulated";
    private static final int TOKENS = 24;
    private static final int BATCH = 64;
    private static final TimingModel TIMING = new TimingModel(
            Duration.ofMillis(1), Duration.ofNanos(10_000), Duration.ofMillis(10), Duration.ofNanos(20_000), BATCH);
    private static final double SERVER_QPS = 120;
    /** The bounds allow for a machine that is so busy that it answers far fewer queries than it is asked. */
    private static final Duration FIRST_TOKEN_BOUND = Duration.ofSeconds(10);

    private static final Duration PER_TOKEN_BOUND = Duration.ofSeconds(1);
    /** Enough for LoadGen to be sure of a 99th percentile, even if a query is late. */
    private static final long QUERIES_FOR_P99 = 600;

    /** Server and client are one process here, and what it does too slowly may be either. */
    private static final ClientLimits SHARED_PROCESS = ClientLimits.NONE;

    private static final int WARM_UPS = 16;
    private static final Duration WARM_UP_LIMIT = Duration.ofSeconds(30);

    private final SimulatedServer server;
    private final Duration length;
    private final Path outputDir;
    private final PrintWriter out;

    ServerDemo(Duration length, Path outputDir, PrintWriter out) throws IOException {
        this.length = length;
        this.outputDir = outputDir;
        this.out = out;
        server = SimulatedServer.start(SimulatorConfig.builder()
                .model(MODEL)
                .timing(TIMING)
                .outputLength(OutputLength.fixed(TOKENS))
                .build());
        out.println("A simulated LLM server is at " + server.uri() + ": " + TOKENS + " tokens an answer, a step every "
                + TIMING.decodeBase().toMillis() + " ms or more for up to " + BATCH + " requests.");
        out.println();
    }

    @Override
    public List<Scenario> scenarios() {
        return List.of(Scenario.SERVER, Scenario.OFFLINE);
    }

    @Override
    public Outcome run(WatchedRuns runs, Scenario scenario) throws Exception {
        OpenAiBackend backend = OpenAiBackend.builder(server.uri().toString())
                .dialect(Dialect.VLLM_CHAT)
                .model(MODEL)
                .build();
        GenerationParameters parameters =
                GenerationParameters.builder().maxTokens(TOKENS).build();
        Spread spread = Spread.upTo(scenario == Scenario.OFFLINE ? BATCH : Spread.UNLIMITED);
        try (ServerUnderTest sut = new ServerUnderTest(
                List.of(backend),
                Dialect.VLLM_CHAT,
                TokenCounting.BY_SERVER,
                spread,
                SHARED_PROCESS,
                Prompts.set(parameters))) {
            sut.warmUp(WARM_UPS, WARM_UP_LIMIT);
            Recorded recorded = new RecordedRuns(runs, sut)
                    .run(
                            sut.library(),
                            settings(scenario),
                            description(scenario, backend, sut),
                            new RunFolder(outputDir.resolve(EnumNames.of(scenario))));
            out.println();
            recorded.print(out);
            return recorded.outcome();
        }
    }

    private RunDescription description(Scenario scenario, OpenAiBackend backend, ServerUnderTest sut) {
        return new RunDescription(
                Versions.ofHarness(),
                Instant.now(),
                "MLPerf LoadGen",
                scenario,
                "the demo's " + scenario.loadGenName(),
                Optional.empty(),
                MODEL,
                EnumNames.of(Dialect.VLLM_CHAT),
                backend.transportName(),
                true,
                List.of(server.uri().toString()),
                sut.library().name(),
                sut.library().totalSampleCount(),
                List.of(),
                List.of(),
                Map.of(),
                Environment.ofThisProcess());
    }

    @Override
    public void close() {
        server.close();
    }

    private TestSettings settings(Scenario scenario) {
        TestSettings.Builder settings = TestSettings.builder(scenario)
                .mode(TestMode.PERFORMANCE_ONLY)
                .minDuration(length)
                .useTokenLatencies(true);
        if (scenario == Scenario.SERVER) {
            settings.serverTargetQps(SERVER_QPS)
                    .minQueryCount(QUERIES_FOR_P99)
                    .serverTtftLatency(FIRST_TOKEN_BOUND)
                    .serverTpotLatency(PER_TOKEN_BOUND);
        } else {
            settings.offlineExpectedQps(mostPerSecond());
        }
        return settings.build();
    }

    /** What the server could do if prompts took no time, so that Offline never ends too early. */
    private static double mostPerSecond() {
        long step = TIMING.decodeBase()
                .plus(TIMING.decodePerSequence().multipliedBy(BATCH))
                .toNanos();
        return BATCH * 1e9 / (step * (double) TOKENS);
    }
}
