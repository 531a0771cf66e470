// SPDX-License-Identifier: Apache-2.0
package io.loadharness.micrometer;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadharness.Failure;
import io.loadharness.Scenario;
import io.loadharness.inference.InferenceRequest;
import io.loadharness.inference.Output;
import io.loadharness.inference.Prompt;
import io.loadharness.inference.Response;
import io.loadharness.inference.ResponseListener;
import io.loadharness.inference.Timeline;
import io.loadharness.inference.TokenSource;
import io.loadharness.inference.Usage;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class LoadHarnessMetricsTest {

    private static final long MILLI = 1_000_000;

    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final LoadHarnessMetrics metrics = new LoadHarnessMetrics(registry, Scenario.SERVER, Tags.of("model", "m"));

    @Test
    void completedRequestIsInAllMeters() {
        ResponseListener listener = send("a");
        assertThat(inFlight("a")).isEqualTo(1);

        listener.firstToken(0, Output.NOTHING);
        listener.end(
                new Response(Output.NOTHING, 11, TokenSource.USAGE, 0, new Usage(7, 0, 11, 0), "stop", times(20, 120)));

        assertThat(inFlight("a")).isZero();
        assertThat(registry.get("loadharness.requests")
                        .tags("model", "m", "scenario", "Server", "endpoint", "a", "outcome", "ok")
                        .counter()
                        .count())
                .isEqualTo(1);
        assertThat(millis("loadharness.ttft")).isEqualTo(20);
        assertThat(millis("loadharness.tpot")).isEqualTo(10);
        assertThat(millis("loadharness.latency")).isEqualTo(120);
        assertThat(millis("loadharness.send.delay")).isEqualTo(5);
        assertThat(registry.get("loadharness.tokens.output").counter().count()).isEqualTo(11);
        assertThat(registry.get("loadharness.tokens.input").counter().count()).isEqualTo(7);
    }

    @Test
    void countsFailuresByKindWithoutTokens() {
        send("a").failed(new Failure(Failure.Kind.TIMEOUT, "late"), times(20, 120));
        metrics.unsent(3, new Failure(Failure.Kind.CANCELLED, "over"), Timeline.endedAt(0));

        assertThat(registry.get("loadharness.requests")
                        .tag("outcome", "timeout")
                        .counter()
                        .count())
                .isEqualTo(1);
        assertThat(registry.get("loadharness.requests")
                        .tags("outcome", "cancelled", "endpoint", "none")
                        .counter()
                        .count())
                .isEqualTo(1);
        assertThat(registry.get("loadharness.ttft").tag("endpoint", "a").timer().count())
                .isZero();
        assertThat(inFlight("a")).isZero();
    }

    @Test
    void responseWithoutStreamingHasNoFirstToken() {
        Timeline times = new Timeline(
                -5 * MILLI,
                0,
                0,
                0,
                MILLI,
                Timeline.UNKNOWN,
                Timeline.UNKNOWN,
                Timeline.UNKNOWN,
                9 * MILLI,
                Timeline.UNKNOWN,
                9 * MILLI);

        send("a").end(new Response(Output.NOTHING, 3, TokenSource.USAGE, 0, Usage.NONE, "", times));

        assertThat(registry.get("loadharness.ttft").timer().count()).isZero();
        assertThat(registry.get("loadharness.tpot").timer().count()).isZero();
        assertThat(millis("loadharness.latency")).isEqualTo(9);
        assertThat(registry.get("loadharness.tokens.input").counter().count()).isZero();
    }

    @Test
    void nextRunOnSameRegistryHasItsOwnGauge() {
        ResponseListener unused = send("a");
        metrics.close();

        assertThat(registry.getMeters()).extracting(Meter::getId).noneMatch(id -> id.getName()
                .equals("loadharness.requests.in.flight"));
        new LoadHarnessMetrics(registry, Scenario.SERVER, Tags.of("model", "m"))
                .sending(InferenceRequest.of(0, Prompt.of(1)), "a");
        assertThat(inFlight("a")).isEqualTo(1);
    }

    private ResponseListener send(String endpoint) {
        return metrics.sending(InferenceRequest.of(0, Prompt.of(1)), endpoint);
    }

    private double inFlight(String endpoint) {
        return registry.get("loadharness.requests.in.flight")
                .tag("endpoint", endpoint)
                .gauge()
                .value();
    }

    private double millis(String timer) {
        return registry.get(timer).timer().totalTime(TimeUnit.MILLISECONDS);
    }

    private static Timeline times(long firstMillis, long doneMillis) {
        long first = firstMillis * MILLI;
        long done = doneMillis * MILLI;
        return new Timeline(-5 * MILLI, -MILLI, -MILLI, 0, first, first, first, done, done, first, done);
    }
}
