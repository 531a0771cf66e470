// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.demo;

import io.loadharness.Scenario;
import io.loadharness.benchmark.Benchmark;
import io.loadharness.cli.options.EnumNames;
import io.loadharness.client.ClientLimits;
import io.loadharness.http.Dialect;
import io.loadharness.inference.GenerationParameters;
import io.loadharness.simulator.OutputLength;
import io.loadharness.simulator.SimulatedServer;
import io.loadharness.simulator.SimulatorConfig;
import io.loadharness.simulator.TimingModel;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** A demo that measures a simulated LLM server over HTTP with streaming. The server runs in this process. */
final class ServerDemo implements Demo {

    private static final String MODEL = "simulated";
    private static final int TOKENS = 24;
    private static final int BATCH = 64;
    private static final TimingModel TIMING = new TimingModel(
            Duration.ofMillis(1), Duration.ofNanos(10_000), Duration.ofMillis(10), Duration.ofNanos(20_000), BATCH);
    private static final double SERVER_QPS = 120;

    private static final int WARM_UPS = 16;

    private final SimulatedServer server;
    private final Duration length;
    private final Path outputDir;

    ServerDemo(Duration length, Path outputDir, PrintWriter out) throws IOException {
        this.length = length;
        this.outputDir = outputDir;
        server = SimulatedServer.start(SimulatorConfig.builder()
                .model(MODEL)
                .timing(TIMING)
                .outputLength(OutputLength.fixed(TOKENS))
                .build());
        out.println("A simulated LLM server runs at " + server.uri() + ". Each completion has " + TOKENS
                + " tokens. A decode step takes at least " + TIMING.decodeBase().toMillis()
                + " ms for a batch of up to "
                + BATCH + " requests.");
        out.println();
    }

    @Override
    public List<Scenario> scenarios() {
        return List.of(Scenario.SERVER, Scenario.OFFLINE);
    }

    @Override
    public Benchmark.Builder benchmark(Scenario scenario) {
        Benchmark.Builder benchmark = Benchmark.builder()
                .endpoint(server.uri().toString())
                .dialect(Dialect.VLLM_CHAT)
                .model(MODEL)
                .generation(GenerationParameters.builder().maxTokens(TOKENS).build())
                .clientLimits(clientLimits())
                .warmUps(WARM_UPS)
                .scenario(scenario)
                .minDuration(length)
                .outputFolder(outputDir.resolve(EnumNames.of(scenario)));
        return scenario == Scenario.SERVER
                ? Demo.asServer(benchmark, SERVER_QPS)
                : benchmark.targetQps(maxPerSecond()).concurrency(BATCH);
    }

    @Override
    public ClientLimits clientLimits() {
        return ClientLimits.DEFAULTS;
    }

    @Override
    public boolean isSummarized() {
        return true;
    }

    @Override
    public void close() {
        server.close();
    }

    /**
     * Returns an upper bound of the throughput of the server, in requests per second: the throughput without prefill. LoadGen computes the
     * size of an offline run from its target rate. Therefore, a target rate that is too low would make the run too short.
     */
    private static double maxPerSecond() {
        long step = TIMING.decodeBase()
                .plus(TIMING.decodePerSequence().multipliedBy(BATCH))
                .toNanos();
        return BATCH * 1e9 / (step * (double) TOKENS);
    }
}
