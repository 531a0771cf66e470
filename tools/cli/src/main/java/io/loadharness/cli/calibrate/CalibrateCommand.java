// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.calibrate;

import io.loadharness.cli.ExitCode;
import io.loadharness.cli.calibrate.CalibrationLoop.Rate;
import io.loadharness.http.Dialect;
import io.loadharness.http.HttpTransport;
import io.loadharness.http.OpenAiBackend;
import io.loadharness.http.TransportOptions;
import io.loadharness.inference.GenerationParameters;
import io.loadharness.inference.InferenceRequest;
import io.loadharness.inference.Prompt;
import io.loadharness.report.Quantity;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code harness calibrate}. */
@Command(
        name = "calibrate",
        description = {
            "Measures how many requests and streamed events per second the client on this machine can handle. Also"
                    + " measures the delay that the client adds to the time to first token. A simulated server in another"
                    + " process receives the requests.",
            "Saves the result. `run` warns if a rate of a run is above 70 percent of the saved maximum rate."
        })
public final class CalibrateCommand implements Callable<Integer> {

    private static final int CONCURRENT_REQUESTS = 64;
    private static final int MIN_STREAMS = 100;
    private static final int MAX_STREAMS = 6400;
    private static final int TOKENS = 100;
    private static final int EVENTS_PER_SECOND = 100;
    /** The minimum ratio of received events to scheduled events. The ratio is below 1, because a stream pauses between two responses. */
    private static final double MIN_RECEIVED_SHARE = 0.85;

    /** The maximum number of streams that the command measures. A test sets a lower value. */
    int maxStreams = MAX_STREAMS;

    @Spec
    private CommandSpec spec;

    @Option(
            names = "--transport",
            paramLabel = "NAME",
            description =
                    "The HTTP client (transport): netty, netty-nio, jdk or the name of a plug-in. Default: the fastest"
                            + " transport that is available")
    private @Nullable String transport;

    @Option(
            names = "--length",
            paramLabel = "TIME",
            description = "Duration of each measurement, for example 10s. The command makes up to nine measurements."
                    + " Default: 3s")
    private Duration length = Duration.ofSeconds(3);

    @Override
    public Integer call() throws Exception {
        if (length.isZero()) {
            throw new IllegalArgumentException("--length must be more than 0");
        }
        PrintWriter out = spec.commandLine().getOut();
        Calibration calibration = calibrate(out);
        CalibrationFile file = CalibrationFile.of(calibration.transport())
                .orElseThrow(() -> new IOException("the result cannot be saved, because the home folder of this user is"
                        + " unknown: set LOADHARNESS_CACHE to a folder"));
        file.write(calibration);
        out.println("Saved to " + file.path() + ".");
        return ExitCode.OK;
    }

    private Calibration calibrate(PrintWriter out) throws IOException, InterruptedException {
        try (HttpTransport opened = open()) {
            out.println("Calibrating " + opened.name() + " on " + CalibratedMachine.here() + ".");
            out.flush();
            FirstTokenOverhead overhead;
            double requests;
            try (SimulatorProcess simulator = SimulatorProcess.start()) {
                overhead = FirstTokenOverhead.measure(opened, simulator.uri());
                requests = requestsPerSecond(simulator.uri());
            }
            print(out, "Requests/s with responses of one token", Quantity.number(Math.rint(requests)));
            double events;
            try (SimulatorProcess paced = SimulatorProcess.start("--between-tokens-us", "10000")) {
                events = eventsPerSecond(paced.uri());
            }
            print(out, "Events/s with an event every 10 ms in each stream", Quantity.number(Math.rint(events)));
            print(out, "Delay that the client adds to the time to first token, p50", Quantity.duration(overhead.p50()));
            print(out, "Delay that the client adds to the time to first token, p99", Quantity.duration(overhead.p99()));
            Instant now = Instant.now().truncatedTo(ChronoUnit.SECONDS);
            return new Calibration(
                    opened.name(), CalibratedMachine.here(), now, requests, events, overhead.p50(), overhead.p99());
        }
    }

    private static void print(PrintWriter out, String name, String value) {
        out.println(name + ": " + value);
        out.flush();
    }

    private double requestsPerSecond(URI simulator) throws IOException, InterruptedException {
        try (OpenAiBackend backend = backend(simulator);
                CalibrationLoop loop = CalibrationLoop.start(backend, request(1), CONCURRENT_REQUESTS)) {
            loop.measure(length); // warms up the JVM
            return loop.measure(length).requests();
        }
    }

    /** Returns the maximum rate of received events. Doubles the number of streams until the client cannot receive all scheduled events. */
    private double eventsPerSecond(URI simulator) throws IOException, InterruptedException {
        double max = 0;
        for (int streams = MIN_STREAMS; streams <= maxStreams; streams *= 2) {
            Rate rate;
            try (OpenAiBackend backend = backend(simulator);
                    CalibrationLoop loop = CalibrationLoop.start(backend, request(TOKENS), streams)) {
                loop.measure(Duration.ofSeconds(1)); // opens the connections
                rate = loop.measure(length);
            }
            max = Math.max(max, rate.events());
            if (rate.events() < MIN_RECEIVED_SHARE * streams * EVENTS_PER_SECOND) {
                break;
            }
        }
        return max;
    }

    private OpenAiBackend backend(URI simulator) {
        return OpenAiBackend.builder(simulator.toString())
                .dialect(Dialect.VLLM_COMPLETIONS)
                .model(SimulatorProcess.MODEL)
                .transport(open())
                .build();
    }

    private HttpTransport open() {
        return transport == null
                ? HttpTransport.open(TransportOptions.DEFAULTS)
                : HttpTransport.open(transport, TransportOptions.DEFAULTS);
    }

    private static InferenceRequest request(int tokens) {
        GenerationParameters parameters =
                GenerationParameters.builder().maxTokens(tokens).ignoreEos(true).build();
        return new InferenceRequest(0, Prompt.of(1, 2, 3), parameters);
    }
}
