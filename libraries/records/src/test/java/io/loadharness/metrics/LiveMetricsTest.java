// SPDX-License-Identifier: Apache-2.0
package io.loadharness.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.loadharness.Failure;
import io.loadharness.inference.InferenceRequest;
import io.loadharness.inference.Output;
import io.loadharness.inference.Prompt;
import io.loadharness.inference.Response;
import io.loadharness.inference.ResponseListener;
import io.loadharness.inference.Timeline;
import io.loadharness.inference.TokenSource;
import io.loadharness.inference.Usage;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(600)
class LiveMetricsTest {

    private static final long MILLI = 1_000_000;
    private static final long SECOND = 1000 * MILLI;

    private final LiveMetrics live = new LiveMetrics();
    private final RecentWindow recent = new RecentWindow();

    private LiveView view(long now) {
        return recent.view(now, live.totals(), live.endpoints());
    }

    @Test
    void aRequestIsInFlightUntilItCompletes() {
        view(0);
        ResponseListener listener = send();

        assertThat(view(1).inFlight()).isEqualTo(1);

        complete(listener, 20, 120, 11);
        LiveView view = view(SECOND);
        assertThat(view.inFlight()).isZero();
        assertThat(view.completedPerSecond()).isEqualTo(1);
        assertThat(view.sentPerSecond()).isEqualTo(1);
        assertThat(view.tokensPerSecond()).isEqualTo(11);
        assertThat((double) view.firstToken().p50Nanos()).isCloseTo(20 * MILLI, withinPercentage(3.2));
        assertThat((double) view.perToken().p50Nanos()).isCloseTo(10 * MILLI, withinPercentage(3.2));
        assertThat((double) view.latency().p99Nanos()).isCloseTo(120 * MILLI, withinPercentage(3.2));
        assertThat((double) view.scheduleDelay().p99Nanos()).isCloseTo(5 * MILLI, withinPercentage(3.2));
    }

    @Test
    void countsTheRequestsToEachEndpointOfTheWholeRun() {
        for (int i = 0; i < 3; i++) {
            ResponseListener other = live.sending(InferenceRequest.of(0, Prompt.of(1)), "other");
            if (i == 0) {
                other.failed(new Failure(Failure.Kind.TIMEOUT, "late"), times(20, 120));
            }
        }
        complete(send(), 20, 120, 11);

        assertThat(view(SECOND).endpoints().get("other")).isEqualTo(new LiveView.EndpointCounts(2, 0, 1));
        assertThat(view(SECOND).endpoints().values()).contains(new LiveView.EndpointCounts(0, 1, 0));
    }

    @Test
    void requestsOlderThanTenSecondsAreNotCounted() {
        view(0);
        complete(send(), 20, 120, 11);
        for (int second = 1; second <= 10; second++) {
            assertThat(view(second * SECOND).latency().count()).isEqualTo(1);
        }

        LiveView view = view(11 * SECOND);

        assertThat(view.window().toSeconds()).isEqualTo(10);
        assertThat(view.latency().count()).isZero();
        assertThat(view.completedPerSecond()).isZero();
    }

    @Test
    void failuresCountForTheWholeRunButNotInTimes() {
        view(0);
        send().failed(new Failure(Failure.Kind.TIMEOUT, "late"), times(20, 120));
        live.unsent(3, new Failure(Failure.Kind.CANCELLED, "over"), Timeline.endedAt(0));
        for (int second = 1; second <= 20; second++) {
            view(second * SECOND);
        }

        LiveView view = view(21 * SECOND);

        assertThat(view.failures()).isEqualTo(Map.of(Failure.Kind.TIMEOUT, 1L, Failure.Kind.CANCELLED, 1L));
        assertThat(view.failed()).isEqualTo(2);
        assertThat(view.inFlight()).isZero();
        assertThat(view.latency().count()).isZero();
    }

    @Test
    void tokensAreCorrectedAtTheEndOfTheResponse() {
        view(0);
        ResponseListener listener = send();
        listener.firstToken(0, Output.of(1, 2));
        listener.tokens(1, 3);
        listener.tokens(2, 0);

        assertThat(view(SECOND - 1).tokensPerSecond()).isCloseTo(6, withinPercentage(0.1));

        complete(listener, 20, 120, 9);
        assertThat(view(SECOND).tokensPerSecond()).isEqualTo(9);
    }

    @Test
    void requestsOfManyThreadsAreCounted() throws InterruptedException {
        view(0);
        ExecutorService threads = Executors.newFixedThreadPool(8);
        for (int i = 0; i < 8; i++) {
            threads.execute(() -> {
                for (int j = 0; j < 10_000; j++) {
                    complete(send(), 20, 120, 2);
                }
            });
        }
        threads.shutdown();
        while (!threads.awaitTermination(1, TimeUnit.MILLISECONDS)) {
            assertThat(view(1).inFlight()).isNotNegative();
        }

        assertThat(live.totals().completed()).isEqualTo(80_000);
        assertThat(view(2).latency().count()).isEqualTo(80_000);
        assertThat(view(2).inFlight()).isZero();
    }

    private ResponseListener send() {
        return live.sending(InferenceRequest.of(0, Prompt.of(1)), "somewhere");
    }

    private static void complete(ResponseListener listener, long firstMillis, long doneMillis, int tokens) {
        listener.end(new Response(
                Output.NOTHING, tokens, TokenSource.USAGE, 0, Usage.NONE, "stop", times(firstMillis, doneMillis)));
    }

    private static Timeline times(long firstMillis, long doneMillis) {
        long first = firstMillis * MILLI;
        long done = doneMillis * MILLI;
        return new Timeline(-5 * MILLI, -MILLI, -MILLI, 0, first, first, first, done, done, first, done);
    }
}
