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
            "Measures what this machine can do as a client, against a simulated server in a process of its own.",
            "Keeps the result, so that ./harness run can warn when a run comes near it."
        })
public final class CalibrateCommand implements Callable<Integer> {

    private static final int REQUESTS_AT_A_TIME = 64;
    private static final int FEWEST_STREAMS = 100;
    private static final int MOST_STREAMS = 6400;
    private static final int TOKENS = 100;
    private static final int EVENTS_PER_SECOND = 100;
    /** Between two answers a stream rests for a moment. */
    private static final double KEEPS_UP = 0.85;

    @Spec
    private CommandSpec spec;

    @Option(names = "--transport", paramLabel = "NAME", description = "Which HTTP client. Default: the best there is.")
    private @Nullable String transport;

    @Option(
            names = "--length",
            paramLabel = "TIME",
            description = "How long each measurement takes; there are up to nine. Default: 3s")
    private Duration length = Duration.ofSeconds(3);

    @Override
    public Integer call() throws Exception {
        if (length.isZero()) {
            throw new IllegalArgumentException("--length must be more than zero");
        }
        PrintWriter out = spec.commandLine().getOut();
        Calibration calibration = calibrate(out);
        CalibrationFile file = CalibrationFile.of(calibration.transport());
        file.write(calibration);
        out.println("Kept in " + file.path() + ".");
        return ExitCode.OK;
    }

    private Calibration calibrate(PrintWriter out) throws IOException, InterruptedException {
        try (HttpTransport opened = open()) {
            out.println("Calibrating " + opened.name() + " on " + CalibratedMachine.here() + ".");
            out.flush();
            AddedFirstToken added;
            double requests;
            try (SimulatorProcess simulator = SimulatorProcess.start()) {
                added = AddedFirstToken.measure(opened, simulator.uri());
                requests = requestsPerSecond(simulator.uri());
            }
            say(out, "Requests/s, answers of one token", Quantity.number(Math.rint(requests)));
            double events;
            try (SimulatorProcess paced = SimulatorProcess.start("--between-tokens-us", "10000")) {
                events = eventsPerSecond(paced.uri());
            }
            say(out, "Events/s, ten milliseconds apart in each stream", Quantity.number(Math.rint(events)));
            say(out, "Added to the time to first token, p50", Quantity.duration(added.p50()));
            say(out, "Added to the time to first token, p99", Quantity.duration(added.p99()));
            Instant now = Instant.now().truncatedTo(ChronoUnit.SECONDS);
            return new Calibration(
                    opened.name(), CalibratedMachine.here(), now, requests, events, added.p50(), added.p99());
        }
    }

    private static void say(PrintWriter out, String what, String amount) {
        out.println(what + ": " + amount);
        out.flush();
    }

    private double requestsPerSecond(URI simulator) throws IOException, InterruptedException {
        try (OpenAiBackend backend = backend(simulator);
                CalibrationLoop loop = CalibrationLoop.start(backend, request(1), REQUESTS_AT_A_TIME)) {
            loop.measure(length); // the JVM is not warm before that
            return loop.measure(length).requests();
        }
    }

    /** Doubles the streams until they do not come as fast as they are sent any more. */
    private double eventsPerSecond(URI simulator) throws IOException, InterruptedException {
        double most = 0;
        for (int streams = FEWEST_STREAMS; streams <= MOST_STREAMS; streams *= 2) {
            Rate rate;
            try (OpenAiBackend backend = backend(simulator);
                    CalibrationLoop loop = CalibrationLoop.start(backend, request(TOKENS), streams)) {
                loop.measure(Duration.ofSeconds(1)); // connecting
                rate = loop.measure(length);
            }
            most = Math.max(most, rate.events());
            if (rate.events() < KEEPS_UP * streams * EVENTS_PER_SECOND) {
                break;
            }
        }
        return most;
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
