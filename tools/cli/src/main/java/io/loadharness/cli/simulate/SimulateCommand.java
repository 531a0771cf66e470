// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.simulate;

import io.loadharness.cli.options.EnumNames;
import io.loadharness.cli.signal.ShutdownGuard;
import io.loadharness.http.Secret;
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
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code harness simulate}. */
@Command(
        name = "simulate",
        description = {
            "Serves a simulated language model over HTTP until you stop the command. Supports OpenAI completions and"
                    + " chat, SGLang /generate, llama.cpp /completion, /v1/models, /health and /metrics.",
            "Without timing options, the server responds as fast as possible. The prefill and decode options simulate"
                    + " one batch that all requests share. The options --first-token-us and --between-tokens-us"
                    + " set the timing of each request separately."
        })
public final class SimulateCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec;

    @Option(
            names = "--host",
            paramLabel = "HOST",
            description = "The address to listen on. 0.0.0.0 accepts connections from other machines. Default:"
                    + " ${DEFAULT-VALUE}")
    private String host = "127.0.0.1";

    @Option(
            names = "--port",
            paramLabel = "PORT",
            defaultValue = "8000",
            description = "The port to listen on. With 0, the command chooses a free port. Default: ${DEFAULT-VALUE}")
    private int port;

    @Option(
            names = "--model",
            paramLabel = "NAME",
            description = "The name of the model that the server reports. Default: ${DEFAULT-VALUE}")
    private String model = "simulated";

    @Option(
            names = "--max-model-len",
            paramLabel = "N",
            defaultValue = "131072",
            description =
                    "Maximum number of tokens of a prompt together with its completion. Default: ${DEFAULT-VALUE}")
    private int maxModelLength;

    @Option(
            names = "--seed",
            paramLabel = "N",
            defaultValue = "0",
            description = "Seed of the random completions and faults. Default: ${DEFAULT-VALUE}")
    private long seed;

    @Option(
            names = "--prefill-us",
            paramLabel = "N",
            defaultValue = "0",
            description = "Prefill time of each prompt, in microseconds, for example 5000. Default: ${DEFAULT-VALUE}")
    private double prefill;

    @Option(
            names = "--prefill-us-per-token",
            paramLabel = "N",
            defaultValue = "0",
            description = "Additional prefill time of each prompt token, in microseconds, for example 10. Default:"
                    + " ${DEFAULT-VALUE}")
    private double prefillPerToken;

    @Option(
            names = "--decode-us",
            paramLabel = "N",
            defaultValue = "0",
            description = "Time of each decode step of the batch, in microseconds, for example 20000. Default:"
                    + " ${DEFAULT-VALUE}")
    private double decode;

    @Option(
            names = "--decode-us-per-sequence",
            paramLabel = "N",
            defaultValue = "0",
            description =
                    "Additional time of a decode step for each request in the batch, in microseconds, for example 100."
                            + " Default: ${DEFAULT-VALUE}")
    private double decodePerSequence;

    @Option(
            names = "--max-batch",
            paramLabel = "N",
            defaultValue = "256",
            description = "Maximum number of requests that share a decode step. Default: ${DEFAULT-VALUE}")
    private int maxBatch;

    @Option(
            names = "--first-token-us",
            paramLabel = "N",
            description =
                    "Time to the first token of each request, in microseconds, for example 50000. Cannot be combined"
                            + " with options that start with --prefill or --decode. Default: 0")
    private @Nullable Double firstToken;

    @Option(
            names = "--between-tokens-us",
            paramLabel = "N",
            description =
                    "Time between two tokens of each request, in microseconds, for example 20000. Cannot be combined"
                            + " with options that start with --prefill or --decode. Default: 0")
    private @Nullable Double betweenTokens;

    @Option(
            names = "--output-length",
            paramLabel = "LENGTH",
            description =
                    "Number of tokens of a completion: a number such as 128, a range such as 50-200, or a distribution"
                            + " in the form lognormal:MEDIAN:SIGMA:MAX. The max_tokens or a stop string of a request can"
                            + " end the completion earlier. Default: ${DEFAULT-VALUE}")
    private String outputLength = "lognormal:128:0.6:4096";

    @Option(
            names = "--tokens-per-event",
            paramLabel = "N",
            defaultValue = "1",
            description = "Number of tokens in each chunk of a streamed response. Default: ${DEFAULT-VALUE}")
    private int tokensPerEvent;

    @Option(
            names = "--reasoning-share",
            paramLabel = "SHARE",
            defaultValue = "0",
            description = "Share of reasoning tokens in chat completions, from 0 to 1, for example 0.5. Default:"
                    + " ${DEFAULT-VALUE}")
    private double reasoningShare;

    @Option(
            names = "--fault",
            paramLabel = "NAME=WHEN",
            description =
                    "Inject a fault into responses. For example, http-500=every:10 affects every tenth request, and"
                            + " http-500=probability:0.01 affects about 1 %% of the requests. See docs/guides/simulator.md"
                            + " for all names. May be repeated.")
    private List<String> faults = new ArrayList<>();

    @Option(
            names = "--api-key-file",
            paramLabel = "FILE",
            description = "A file with the bearer token that clients must send. The token is the first line that is not"
                    + " empty.")
    private @Nullable Path apiKeyFile;

    @Option(
            names = "--tls",
            description =
                    "Use TLS with a new self-signed certificate for localhost. The command prints the certificate.")
    private boolean tls;

    @Option(
            names = "--certificate",
            paramLabel = "PEM",
            description = "A PEM file with the certificate of the server. Enables TLS. Also requires --key.")
    private @Nullable Path certificate;

    @Option(names = "--key", paramLabel = "PEM", description = "A PEM file with the private key for --certificate.")
    private @Nullable Path key;

    @Option(
            names = "--http2",
            description =
                    "Also support HTTP/2. With TLS, client and server negotiate the protocol. Without TLS, clients"
                            + " must start with HTTP/2 (prior knowledge).")
    private boolean http2;

    @Option(
            names = "--profile-dir",
            paramLabel = "DIR",
            description =
                    "Provide the endpoints /start_profile and /stop_profile of vLLM, and write traces to this folder.")
    private @Nullable Path profileDir;

    @Option(
            names = "--transport",
            paramLabel = "NAME",
            converter = TransportText.class,
            description =
                    "The network transport: epoll, io-uring or nio. Default: the fastest transport that is available")
    private Transport transport = Transport.best();

    @Option(
            names = "--event-loops",
            paramLabel = "N",
            description = "Number of threads that read from and write to connections. Default: half the number of CPUs")
    private @Nullable Integer eventLoops;

    @Override
    public Integer call() throws IOException, InterruptedException {
        PrintWriter out = spec.commandLine().getOut();
        CountDownLatch stop = new CountDownLatch(1);
        try (ShutdownGuard guard = new ShutdownGuard();
                SimulatedServer server = SimulatedServer.start(config())) {
            guard.activate();
            Runtime.getRuntime().addShutdownHook(new Thread(stop::countDown, "simulate-shutdown"));
            server.certificatePem().ifPresent(out::print);
            out.println("Serving " + model + " at " + server.uri());
            out.flush();
            stop.await();
            out.println(StatsLine.of(server.stats()));
            out.flush();
        }
        return 0;
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
                throw new IllegalArgumentException(
                        "Prefill and decode options cannot be combined with --first-token-us and --between-tokens-us:"
                                + " leave out the options of one kind");
            }
            config.pace(new Pace(
                    micros(firstToken == null ? 0 : firstToken), micros(betweenTokens == null ? 0 : betweenTokens)));
        }
        faults.stream().map(FaultRule::parse).forEach(config::fault);
        if (apiKeyFile != null) {
            Secret.fromFile(apiKeyFile); // reports a file that cannot be read; its name may be the secret itself
            config.apiKey(Files.readAllLines(apiKeyFile).stream()
                    .map(String::strip)
                    .filter(line -> !line.isEmpty())
                    .findFirst()
                    .orElseThrow(() ->
                            new IllegalArgumentException(apiKeyFile + " must contain the bearer token: it is empty")));
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
            throw new IllegalArgumentException("a time must be from 0 to 10^12 microseconds: got " + value);
        }
        return Duration.ofNanos(Math.round(value * 1000));
    }

    /** Reads the name of a transport. */
    private static final class TransportText implements ITypeConverter<Transport> {
        @Override
        public Transport convert(String name) throws Exception {
            return EnumNames.reader(Transport.class, "transport").convert(name);
        }
    }
}
