// SPDX-License-Identifier: Apache-2.0
package io.loadharness.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.loadharness.Failure;
import io.loadharness.inference.Timeline;
import io.loadharness.inference.TokenSource;
import io.loadharness.inference.Usage;
import io.loadharness.record.SampleRecord;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RunMetricsTest {

    private static final long MILLI = 1_000_000;
    private static final long SECOND = 1000 * MILLI;

    private final MetricsCollector collector = new MetricsCollector();

    @Test
    void eachMetricIsTheDifferenceOfItsTimes() {
        collector.add(byWorker(completed(0, "a", 0)));

        RunMetrics metrics = collector.metrics();

        assertThat(value(metrics, Metric.COORDINATION_TTFT)).isEqualTo(2 * MILLI);
        assertThat(value(metrics, Metric.COORDINATION)).isEqualTo(5 * MILLI);
        assertThat(value(metrics, Metric.ISSUE_DELAY)).isEqualTo(MILLI);
        assertThat(value(metrics, Metric.CLIENT_QUEUE)).isEqualTo(2 * MILLI);
        assertThat(value(metrics, Metric.CONNECT)).isEqualTo(3 * MILLI);
        assertThat(value(metrics, Metric.SCHEDULE_DELAY)).isEqualTo(6 * MILLI);
        assertThat(value(metrics, Metric.TTFB)).isEqualTo(4 * MILLI);
        assertThat(value(metrics, Metric.TTFT)).isEqualTo(10 * MILLI);
        assertThat(value(metrics, Metric.TTFT_CONTENT)).isEqualTo(20 * MILLI);
        assertThat(value(metrics, Metric.TTFT_SCHEDULED)).isEqualTo(17 * MILLI);
        assertThat(value(metrics, Metric.LATENCY)).isEqualTo(100 * MILLI);
        assertThat(value(metrics, Metric.LATENCY_SCHEDULED)).isEqualTo(109 * MILLI);
        assertThat(value(metrics, Metric.TPOT)).isEqualTo(10 * MILLI);
        assertThat(value(metrics, Metric.TPOT_SCHEDULED)).isEqualTo(92 * MILLI / 9);
        assertThat(value(metrics, Metric.NTPOT)).isEqualTo(10 * MILLI);
        assertThat(value(metrics, Metric.RECEIVE)).isEqualTo(96 * MILLI);
        assertThat(value(metrics, Metric.REPORT_DELAY)).isEqualTo(3 * MILLI);
        assertThat(value(metrics, Metric.INPUT_TOKENS)).isEqualTo(50);
        assertThat(value(metrics, Metric.OUTPUT_TOKENS)).isEqualTo(10);
        assertThat(metrics.distribution(Metric.ITL).orElseThrow().count()).isEqualTo(2);
        assertThat(metrics.distributions()).containsOnlyKeys(Metric.values());
    }

    /** Returns the same sample with a worker whose way and back took 2 ms for the first token and 5 ms for the end. */
    private static SampleRecord byWorker(SampleRecord sample) {
        Timeline times = sample.times();
        return new SampleRecord(
                sample.sampleIndex(),
                sample.endpoint(),
                sample.failure(),
                new Timeline(
                        times.scheduled(),
                        times.issued(),
                        times.dequeued(),
                        times.sent(),
                        times.firstByte(),
                        times.firstToken(),
                        times.firstContent(),
                        times.lastToken(),
                        times.done(),
                        times.firstReported(),
                        times.reported(),
                        8 * MILLI,
                        95 * MILLI),
                sample.usage(),
                sample.tokens(),
                sample.tokenSource(),
                sample.finishReason(),
                sample.gaps());
    }

    @Test
    void failuresDoNotCountInLatencyAndThroughput() {
        collector.add(completed(0, "a", 0));
        collector.add(failed(1, "a", 50 * MILLI, "no"));
        collector.add(failed(2, "a", 60 * MILLI, "no"));

        RunMetrics metrics = collector.metrics();

        assertThat(metrics.counts().completed()).isEqualTo(1);
        assertThat(metrics.counts().failed()).isEqualTo(2);
        assertThat(metrics.counts().failures().get(Failure.Kind.TIMEOUT).messages())
                .containsExactly(Map.entry("no", 2L));
        assertThat(metrics.distribution(Metric.LATENCY).orElseThrow().count()).isEqualTo(1);
        double seconds = metrics.rates().get(Rate.DURATION);
        assertThat(seconds).isCloseTo(1.060, within(1e-9));
        assertThat(metrics.rates().get(Rate.REQUESTS_PER_SECOND)).isCloseTo(1 / seconds, within(1e-9));
        assertThat(metrics.rates().get(Rate.OUTPUT_TOKENS_PER_SECOND)).isCloseTo(10 / seconds, within(1e-9));
        assertThat(metrics.rates().get(Rate.FAILURE_RATE)).isCloseTo(2 / 3.0, within(1e-9));
        assertThat(metrics.slowest()).extracting(SampleRecord::sampleIndex).containsExactly(1, 2, 0);
    }

    @Test
    void goodputHasFailuresInItsDenominator() {
        collector.add(completed(0, "a", 0));
        collector.add(failed(1, "a", 0, "no"));

        Goodput goodput = collector.metrics().goodput();

        assertThat(goodput.under(Map.of(Metric.TTFT, 10 * MILLI)).share()).isEqualTo(0.5);
        assertThat(goodput.under(Map.of(Metric.TTFT, 10 * MILLI - 1)).share()).isZero();
        assertThat(goodput.under(Map.of()).good()).isEqualTo(1);
        assertThatThrownBy(() -> goodput.under(Map.of(Metric.ITL, 1L)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("itl has no value per request: limit tpot instead");
    }

    @Test
    void aRequestWithoutATokenTimeIsNotGood() {
        SampleRecord whole = new SampleRecord(
                0,
                "a",
                Optional.empty(),
                new Timeline(
                        0, 0, 0, 0, 5, Timeline.UNKNOWN, Timeline.UNKNOWN, Timeline.UNKNOWN, 9, Timeline.UNKNOWN, 9),
                Usage.NONE,
                3,
                TokenSource.TOKENIZER,
                "",
                new long[0]);
        collector.add(whole);

        RunMetrics metrics = collector.metrics();

        assertThat(metrics.goodput().under(Map.of(Metric.TTFT, SECOND)).good()).isZero();
        assertThat(metrics.distribution(Metric.TTFT)).isEmpty();
        assertThat(metrics.rates()).doesNotContainKey(Rate.INPUT_TOKENS_PER_SECOND);
    }

    @Test
    void endpointsAreSeparate() {
        collector.add(completed(0, "a", 0));
        collector.add(completed(1, "b", 0));
        collector.add(failed(2, "b", 0, "no"));

        List<EndpointMetrics> endpoints = collector.metrics().endpoints();

        assertThat(endpoints).extracting(EndpointMetrics::endpoint).containsExactly("a", "b");
        assertThat(endpoints.get(1).counts().failed()).isEqualTo(1);
        assertThat(endpoints.get(0).rates().get(Rate.FAILURE_RATE)).isZero();
    }

    @Test
    void eachEndpointHasOnlyItsOwnLatencies() {
        for (int i = 0; i < 5000; i++) {
            collector.add(completed(i, i < 1500 ? "a" : "abc".substring(i % 3, i % 3 + 1), i % 3 * SECOND));
        }

        RunMetrics metrics = collector.metrics();

        assertThat(metrics.endpoints())
                .extracting(each -> each.distributions().get(Metric.LATENCY).count())
                .containsExactly(1500 + 1167L, 1167L, 1166L);
        assertThat(metrics.distribution(Metric.LATENCY).orElseThrow().count()).isEqualTo(5000);
        assertThat(metrics.endpoints().get(1).distributions().get(Metric.ITL).count())
                .isEqualTo(2 * 1167L);
    }

    @Test
    void anEndpointOfFailedSamplesHasNoLatencies() {
        for (int i = 0; i < 3; i++) {
            collector.add(completed(i, "a", 0));
        }
        collector.add(failed(3, "", 0, "never sent"));

        List<EndpointMetrics> endpoints = collector.metrics().endpoints();

        assertThat(endpoints.get(0).distributions().get(Metric.TTFT).count()).isEqualTo(3);
        assertThat(endpoints.get(1).distributions()).isEmpty();
        assertThat(endpoints.get(1).counts().failed()).isEqualTo(1);
    }

    @Test
    void theSeriesCountsEverySampleOnce() {
        for (int i = 0; i < 1000; i++) {
            long scheduled = i * 10L * MILLI;
            collector.add(i % 10 == 9 ? failed(i, "a", scheduled, "no") : completed(i, "a", scheduled));
        }

        TimeSeries series = collector.metrics().series().orElseThrow();

        assertThat(series.bins()).hasSizeLessThanOrEqualTo(300);
        assertThat(series.bins().stream().mapToLong(TimeSeries.Bin::scheduled).sum())
                .isEqualTo(1000);
        assertThat(series.bins().stream().mapToLong(TimeSeries.Bin::completed).sum())
                .isEqualTo(900);
        assertThat(series.bins().stream().mapToLong(TimeSeries.Bin::failed).sum())
                .isEqualTo(100);
        assertThat(series.bins().stream()
                        .mapToDouble(TimeSeries.Bin::outputTokens)
                        .sum())
                .isCloseTo(9000, within(1e-6));
        double inFlight =
                series.bins().stream().mapToDouble(TimeSeries.Bin::inFlight).sum() * series.binNanos();
        assertThat(inFlight).isCloseTo(900 * 100.0 * MILLI, within(1.0 * MILLI));
        assertThat(series.bins().get(series.bins().size() / 2).ttftP50()).isEqualTo(10 * MILLI);
    }

    @Test
    void aRunWithoutSamplesHasMetricsToo() {
        RunMetrics metrics = collector.metrics();

        assertThat(metrics.distributions()).isEmpty();
        assertThat(metrics.series()).isEmpty();
        assertThat(metrics.endpoints()).isEmpty();
        assertThat(metrics.rates()).containsOnlyKeys(Rate.DURATION);
        assertThat(metrics.goodput().under(Map.of()).share()).isZero();
    }

    @Test
    void theSelectionOfSamplesIsReproducible() {
        MetricsCollector other = new MetricsCollector();
        for (int i = 0; i < 5000; i++) {
            collector.add(completed(i, "a", i * MILLI));
            other.add(completed(i, "a", i * MILLI));
        }

        List<Integer> chosen = indices(collector.metrics());

        assertThat(chosen).hasSize(100).doesNotHaveDuplicates().isEqualTo(indices(other.metrics()));
        assertThat(chosen.stream().mapToInt(each -> each).average().orElseThrow())
                .isBetween(1500.0, 3500.0);
    }

    private static List<Integer> indices(RunMetrics metrics) {
        return metrics.chosen().stream().map(SampleRecord::sampleIndex).toList();
    }

    private static long value(RunMetrics metrics, Metric metric) {
        Distribution distribution = metrics.distribution(metric).orElseThrow();
        assertThat(distribution.count()).isEqualTo(1);
        return distribution.min();
    }

    private static SampleRecord completed(int index, String endpoint, long scheduled) {
        return new SampleRecord(
                index,
                endpoint,
                Optional.empty(),
                new Timeline(
                        scheduled,
                        scheduled + MILLI,
                        scheduled + 3 * MILLI,
                        scheduled + 6 * MILLI,
                        scheduled + 10 * MILLI,
                        scheduled + 16 * MILLI,
                        scheduled + 26 * MILLI,
                        scheduled + 100 * MILLI,
                        scheduled + 106 * MILLI,
                        scheduled + 17 * MILLI,
                        scheduled + 109 * MILLI),
                new Usage(50, 0, 10, 0),
                10,
                TokenSource.USAGE,
                "stop",
                new long[] {10 * MILLI, 74 * MILLI});
    }

    private static SampleRecord failed(int index, String endpoint, long scheduled, String message) {
        long none = Timeline.UNKNOWN;
        return new SampleRecord(
                index,
                endpoint,
                Optional.of(new Failure(Failure.Kind.TIMEOUT, message)),
                new Timeline(
                        scheduled,
                        scheduled,
                        scheduled,
                        scheduled,
                        none,
                        none,
                        none,
                        none,
                        scheduled + SECOND,
                        none,
                        scheduled + SECOND),
                Usage.NONE,
                0,
                TokenSource.NONE,
                "",
                new long[0]);
    }
}
