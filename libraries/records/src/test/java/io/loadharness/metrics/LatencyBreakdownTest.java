// SPDX-License-Identifier: Apache-2.0
package io.loadharness.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.loadharness.Failure;
import io.loadharness.inference.Timeline;
import io.loadharness.inference.TokenSource;
import io.loadharness.inference.Usage;
import io.loadharness.record.SampleRecord;
import java.io.IOException;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class LatencyBreakdownTest {

    private static final Failure FAILURE = new Failure(Failure.Kind.TIMEOUT, "no answer");

    @Test
    void eachPhaseLastsFromOneTimestampToTheNext() throws IOException {
        LatencyBreakdown breakdown = of(completed(times().build()));

        assertThat(time(breakdown, LatencyPhase.QUEUE)).isEqualTo(5);
        assertThat(time(breakdown, LatencyPhase.SEND)).isEqualTo(20);
        assertThat(time(breakdown, LatencyPhase.FIRST_TOKEN)).isEqualTo(300);
        assertThat(time(breakdown, LatencyPhase.DECODE)).isEqualTo(4000);
        assertThat(time(breakdown, LatencyPhase.REPORT)).isEqualTo(50_000);
        assertThat(breakdown.time(LatencyPhase.SEND, LatencyPhase.DECODE).at(0)).isEqualTo(4320);
        assertThat(breakdown.time(LatencyPhase.QUEUE, LatencyPhase.REPORT).at(0))
                .isEqualTo(Metric.LATENCY_SCHEDULED.of(completed(times().build())));
        assertThat(breakdown.count()).isOne();
    }

    @Test
    void timeAroundAnUnknownTimestampCountsAsTheEarlierPhase() throws IOException {
        LatencyBreakdown breakdown = of(
                completed(times().build()),
                completed(times().dequeued(Timeline.UNKNOWN)
                        .firstToken(Timeline.UNKNOWN)
                        .build()));

        assertThat(breakdown.time(LatencyPhase.QUEUE, LatencyPhase.QUEUE).max()).isEqualTo(25);
        assertThat(breakdown.time(LatencyPhase.SEND, LatencyPhase.SEND).min()).isZero();
        assertThat(breakdown
                        .time(LatencyPhase.FIRST_TOKEN, LatencyPhase.FIRST_TOKEN)
                        .max())
                .isEqualTo(4300);
        assertThat(breakdown.time(LatencyPhase.DECODE, LatencyPhase.DECODE).min())
                .isZero();
        assertThat(breakdown.lacking(LatencyPhase.FIRST_TOKEN)).isOne();
        assertThat(breakdown.lacking(LatencyPhase.SEND)).isZero();
    }

    @Test
    void onlyCompletedRequestsCount() throws IOException {
        SampleRecord failed = record(Optional.of(FAILURE), times().build());

        assertThat(of(failed, completed(times().build()), failed).count()).isOne();
        Iterator<SampleRecord> none = List.of(failed).iterator();
        assertThat(LatencyBreakdown.of(() -> none.hasNext() ? none.next() : null))
                .isEmpty();
    }

    @Test
    void meansAddUpToTheMeanLatency() throws IOException {
        SampleRecord[] samples = new SampleRecord[1000];
        Arrays.setAll(
                samples,
                i -> completed(times().firstToken(350 + i * 7L)
                        .done(i % 3 == 0 ? 9_000 + i : 20_000)
                        .sent(i % 5 == 0 ? Timeline.UNKNOWN : 125)
                        .build()));
        LatencyBreakdown breakdown = of(samples);

        double sum = Arrays.stream(LatencyPhase.values())
                .mapToDouble(each -> breakdown.time(each, each).mean())
                .sum();

        double latency = Arrays.stream(samples)
                .mapToLong(Metric.LATENCY_SCHEDULED::of)
                .average()
                .orElseThrow();
        assertThat(sum).isCloseTo(latency, within(1e-6));
    }

    private static long time(LatencyBreakdown breakdown, LatencyPhase phase) {
        return breakdown.time(phase, phase).at(0);
    }

    private static LatencyBreakdown of(SampleRecord... samples) throws IOException {
        Iterator<SampleRecord> remaining = List.of(samples).iterator();
        return LatencyBreakdown.of(() -> remaining.hasNext() ? remaining.next() : null)
                .orElseThrow();
    }

    private static Timeline.Builder times() {
        return Timeline.builder()
                .scheduled(100)
                .issued(103)
                .dequeued(105)
                .sent(125)
                .firstByte(400)
                .firstToken(425)
                .lastToken(4000)
                .done(4425)
                .reported(54_425);
    }

    private static SampleRecord completed(Timeline times) {
        return record(Optional.empty(), times);
    }

    private static SampleRecord record(Optional<Failure> failure, Timeline times) {
        return new SampleRecord(
                0, "a", failure, times, new Usage(3, 0, 2, 0), 2, TokenSource.USAGE, "stop", new long[] {5});
    }
}
