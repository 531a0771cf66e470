// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.simulate;

import io.loadharness.simulator.FaultRule;
import io.loadharness.simulator.OutputLength;
import io.loadharness.simulator.Pace;
import io.loadharness.simulator.SimulatedServer;
import io.loadharness.simulator.SimulatorConfig;
import io.loadharness.simulator.TimingModel;
import io.loadharness.simulator.Tls;
import io.loadharness.simulator.Transport;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code harness simulate}. */
@Command(
        name = "simulate",
        description = {
            "Serves a simulated language model over HTTP until it is stopped: OpenAI's completions and chat, SGLang's /generate,"
                    + " llama.cpp's /completion, /v1/models, /health and /metrics.",
            "Without any time it answers as fast as it can. Prefill and decode options make a batch that all requests share;"
                    + " --first-token-us and --between-tokens-us pace each request by itself."
        })
public final class SimulateCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec;

    @Option(names = "--host", description = "Where to listen. Default: ${DEFAULT-VALUE}")
    private String host = "127.0.0.1";

    @Option(names = "--port", defaultValue = "8000", description = "0 for a free one. Default: ${DEFAULT-VALUE}")
    private int port;

    @Option(names = "--model", description = "Its name. Default: ${DEFAULT-VALUE}")
    private String model = "simulated";

    @Option(
            names = "--max-model-len",
            defaultValue = "131072",
            description = "Tokens of a prompt and its answer at most.")
    private int maxModelLength;

    @Option(names = "--seed", defaultValue = "0", description = "Decides answers and faults. Default: ${DEFAULT-VALUE}")
    private long seed;

    @Option(names = "--prefill-us", defaultValue = "0", description = "For each prompt, in microseconds.")
    private double prefill;

    @Option(names = "--prefill-us-per-token", defaultValue = "0", description = "For each token of a prompt.")
    private double prefillPerToken;

    @Option(names = "--decode-us", defaultValue = "0", description = "For each step of the batch.")
    private double decode;

    @Option(names = "--decode-us-per-sequence", defaultValue = "0", description = "For each request in a step.")
    private double decodePerSequence;

    @Option(names = "--max-batch", defaultValue = "256", description = "Requests in a step. Default: ${DEFAULT-VALUE}")
    private int maxBatch;

    @Option(names = "--first-token-us", description = "Until the first token of each request, instead of a batch.")
    private @Nullable Double firstToken;

    @Option(
            names = "--between-tokens-us",
            description = "From a token to the next of each request, instead of a batch.")
    private @Nullable Double betweenTokens;

    @Option(
            names = "--output-length",
            paramLabel = "LENGTH",
            description = "Tokens of an answer that nothing else ends: 128, 50-200 or lognormal:MEDIAN:SIGMA:MAX."
                    + " Default: ${DEFAULT-VALUE}")
    private String outputLength = "lognormal:128:0.6:4096";

    @Option(names = "--tokens-per-event", defaultValue = "1", description = "Default: ${DEFAULT-VALUE}")
    private int tokensPerEvent;

    @Option(names = "--reasoning-share", defaultValue = "0", description = "Of each chat answer, from 0 to 1.")
    private double reasoningShare;

    @Option(
            names = "--fault",
            paramLabel = "NAME=WHEN",
            description = "Damages answers: NAME=every:10 or NAME=probability:0.01. Any number of times;"
                    + " docs/simulator.md lists the names.")
    private List<String> faults = new ArrayList<>();

    @Option(
            names = "--api-key-file",
            paramLabel = "FILE",
            description = "The bearer token that requests must carry is the first line of this file.")
    private @Nullable Path apiKeyFile;

    @Option(names = "--tls", description = "Speaks TLS with a certificate for localhost that it makes and prints.")
    private boolean tls;

    @Option(names = "--certificate", paramLabel = "PEM", description = "Speaks TLS with this certificate.")
    private @Nullable Path certificate;

    @Option(names = "--key", paramLabel = "PEM", description = "The certificate's private key.")
    private @Nullable Path key;

    @Option(
            names = "--http2",
            description = "Speaks HTTP/2 too: where TLS agrees on it, and in plain text with a client that begins so.")
    private boolean http2;

    @Option(
            names = "--profile-dir",
            paramLabel = "DIR",
            description =
                    "Answer at /start_profile and /stop_profile as vLLM does, and write a trace into this folder.")
    private @Nullable Path profileDir;

    @Option(names = "--transport", description = "One of ${COMPLETION-CANDIDATES}. Default: the best that works.")
    private Transport transport = Transport.best();

    @Option(names = "--event-loops", description = "Threads for connections. Default: half of the processors.")
    private @Nullable Integer eventLoops;

    @Override
    public Integer call() throws IOException, InterruptedException {
        PrintWriter out = spec.commandLine().getOut();
        CountDownLatch stop = new CountDownLatch(1);
        CountDownLatch said = new CountDownLatch(1);
        try (SimulatedServer server = SimulatedServer.start(config())) {
            Runtime.getRuntime().addShutdownHook(new Thread(() -> shutDown(stop, said), "simulate-shutdown"));
            server.certificatePem().ifPresent(out::print);
            out.println("Serving " + model + " at " + server.uri());
            out.flush();
            stop.await();
            out.println(StatsLine.of(server.stats()));
            out.flush();
        } finally {
            said.countDown();
        }
        return 0;
    }

    private static void shutDown(CountDownLatch stop, CountDownLatch said) {
        stop.countDown();
        try {
            said.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private SimulatorConfig config() throws IOException {
        SimulatorConfig.Builder config = SimulatorConfig.builder()
                .host(host)
                .port(port)
                .model(model)
                .maxModelLength(maxModelLength)
                .seed(seed)
                .timing(new TimingModel(
                        micros(prefill), micros(prefillPerToken), micros(decode), micros(decodePerSequence), maxBatch))
                .outputLength(OutputLength.parse(outputLength))
                .tokensPerEvent(tokensPerEvent)
                .reasoningShare(reasoningShare)
                .http2(http2)
                .transport(transport);
        if (firstToken != null || betweenTokens != null) {
            if (prefill + prefillPerToken + decode + decodePerSequence > 0) {
                throw new IllegalArgumentException("Prefill and decode options make a batch, and --first-token-us and"
                        + " --between-tokens-us pace each request by itself: give one or the other");
            }
            config.pace(new Pace(
                    micros(firstToken == null ? 0 : firstToken), micros(betweenTokens == null ? 0 : betweenTokens)));
        }
        faults.stream().map(FaultRule::parse).forEach(config::fault);
        if (apiKeyFile != null) {
            config.apiKey(Files.readAllLines(apiKeyFile).stream()
                    .map(String::strip)
                    .filter(line -> !line.isEmpty())
                    .findFirst()
                    .orElseThrow(() -> new IllegalArgumentException(apiKeyFile + " holds no key")));
        }
        if (certificate != null || key != null) {
            config.tls(new Tls(certificate, key));
        } else if (tls) {
            config.tls(Tls.SELF_SIGNED);
        }
        if (profileDir != null) {
            config.profileFolder(profileDir);
        }
        if (eventLoops != null) {
            config.eventLoops(eventLoops);
        }
        return config.build();
    }

    private static Duration micros(double value) {
        if (!(value >= 0 && value <= 1e12)) {
            throw new IllegalArgumentException("A time must be from 0 to 10^12 microseconds: " + value);
        }
        return Duration.ofNanos(Math.round(value * 1000));
    }
}
