// SPDX-License-Identifier: Apache-2.0
package io.loadharness.report.servers;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadharness.servermetrics.Point;
import io.loadharness.servermetrics.Series;
import io.loadharness.servermetrics.SeriesKind;
import io.loadharness.servermetrics.Window;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class CounterSeriesTest {

    private static final long SECOND = 1_000_000_000;
    private static final Offset<Double> NEARLY = Offset.offset(1e-9);

    /** Creates a counter with a value for each second, starting at 0. */
    private static CounterSeries counter(double... values) {
        List<Point> points = new ArrayList<>();
        for (int i = 0; i < values.length; i++) {
            points.add(Point.of(i * SECOND, values[i]));
        }
        return CounterSeries.of(series(SeriesKind.COUNTER, List.of(), points), List.of());
    }

    private static Series series(SeriesKind kind, List<Double> bounds, List<Point> points) {
        return new Series("name", Map.of(), kind, bounds, points);
    }

    private static List<Point> times(int... seconds) {
        return Arrays.stream(seconds)
                .mapToObj(each -> Point.of(each * SECOND, 0))
                .toList();
    }

    private static Window seconds(double from, double to) {
        return new Window((long) (from * SECOND), (long) (to * SECOND));
    }

    @Test
    void theIncreaseCountsFromTheScrapeBeforeTheWindowToTheOneAfter() {
        CounterDelta delta =
                counter(100, 100, 130, 160, 170, 900).within(seconds(1.5, 3.5)).orElseThrow();

        assertThat(delta.counter()).isEqualTo(new CounterSummary(70, 35));
        assertThat(delta.restarts()).isZero();
    }

    @Test
    void aScrapeSentWithinTheWindowIsNotItsLast() {
        List<Point> points = List.of(
                Point.of(0, 100),
                new Point(SECOND, 2 * SECOND, 110), // sent before the start, received after it
                new Point(4 * SECOND, 6 * SECOND, 155), // sent before the end, received after it
                new Point(7 * SECOND, 8 * SECOND, 160),
                new Point(9 * SECOND, 10 * SECOND, 900));

        CounterDelta delta = CounterSeries.of(series(SeriesKind.COUNTER, List.of(), points), List.of())
                .within(seconds(1.5, 5))
                .orElseThrow();

        assertThat(delta.counter().increase()).isEqualTo(60);
    }

    @Test
    void aSeriesThatAppearsOnlyAfterTheWindowBelongsToIt() {
        Point first = new Point(6 * SECOND, 7 * SECOND, 9);
        Series series = series(SeriesKind.COUNTER, List.of(), List.of(first));
        Point sentBefore = new Point(4 * SECOND, 6 * SECOND, 0);

        CounterDelta delta = CounterSeries.of(series, List.of(Point.of(0, 0), sentBefore, first))
                .within(seconds(1, 5))
                .orElseThrow();

        assertThat(delta.counter()).isEqualTo(new CounterSummary(9, 9 / 4.0));
    }

    @Test
    void theRateCoversTheScrapedPartOfTheWindowOnly() {
        CounterDelta delta = counter(0, 10, 20).within(seconds(0, 8)).orElseThrow();

        assertThat(delta.counter()).isEqualTo(new CounterSummary(20, 10));
    }

    @Test
    void anInterpolatedIncreaseExcludesTimeOutsideTheWindow() {
        CounterDelta delta =
                counter(0, 10, 20, 30).interpolated(seconds(0.5, 2.5)).orElseThrow();

        assertThat(delta.counter()).isEqualTo(new CounterSummary(20, 10));
    }

    @Test
    void aResetCounterContinuesFromItsLastValue() {
        CounterDelta delta = counter(100, 150, 5, 25, 0).within(seconds(0, 4)).orElseThrow();

        assertThat(delta.counter().increase()).isEqualTo(50 + 5 + 20 + 0);
        assertThat(delta.restarts()).isEqualTo(2);
    }

    @Test
    void aSeriesThatAppearsLaterStartsAtZero() {
        Series series =
                series(SeriesKind.COUNTER, List.of(), List.of(Point.of(2 * SECOND, 7), Point.of(3 * SECOND, 9)));

        assertThat(CounterSeries.of(series, times(0, 1, 2, 3))
                        .within(seconds(0, 3))
                        .orElseThrow()
                        .counter()
                        .increase())
                .isEqualTo(9);
        assertThat(CounterSeries.of(series, times(2, 3))
                        .within(seconds(0, 3))
                        .orElseThrow()
                        .counter()
                        .increase())
                .isEqualTo(2);
    }

    @Test
    void theIncreaseNeedsTwoScrapes() {
        assertThat(counter(5).within(seconds(0, 9))).isEmpty();
        assertThat(counter(5, 6).within(seconds(2, 9))).isEmpty();
        assertThat(counter(5, 6, 7).between(SECOND, 3 * SECOND)).isEmpty();
        assertThat(counter(5, 6, 7).between(SECOND, SECOND)).isEmpty();
        assertThat(counter(5, 6, 7).interpolated(seconds(3, 9))).isEmpty();
    }

    @Test
    void valuesBetweenScrapesAreInterpolated() {
        assertThat(counter(0, 10, 30)
                        .between(SECOND / 2, 3 * SECOND / 2)
                        .orElseThrow()
                        .counter())
                .isEqualTo(new CounterSummary(15, 15));
    }

    @Test
    void aHistogramHasAnExactMeanAndEstimatedPercentiles() {
        CounterSeries series = histogram(List.of(0.1, 0.2), point(0, 4, 1, 4, 4, 4), point(1, 14, 2.2, 9, 13, 14));

        LatencySummary latency =
                series.within(seconds(0, 1)).orElseThrow().latency().orElseThrow();

        assertThat(latency.count()).isEqualTo(10);
        assertThat(latency.mean()).isCloseTo(0.12e9, Offset.offset(1.0));
        assertThat(latency.p50().orElseThrow()).isCloseTo(0.1e9, Offset.offset(1.0));
        assertThat(latency.p90().orElseThrow()).isCloseTo(0.2e9, Offset.offset(1.0));
        assertThat(latency.p99()).isEmpty();
        assertThat(latency.lastBound()).hasValue(0.2e9);
    }

    @Test
    void aHistogramWithoutNewValuesHasNoLatency() {
        CounterSeries series = histogram(List.of(0.1), point(0, 3, 1, 3, 3), point(1, 3, 1, 3, 3));

        assertThat(series.within(seconds(0, 1)).orElseThrow().latency()).isEmpty();
    }

    @Test
    void aResetHistogramIsResetInAllItsCounters() {
        CounterSeries series = histogram(List.of(0.1), point(0, 8, 1, 6, 8), point(1, 2, 0.5, 1, 2));

        CounterDelta delta = series.within(seconds(0, 1)).orElseThrow();

        assertThat(delta.increases()).containsExactly(2, 0.5, 1, 2);
        assertThat(delta.restarts()).isEqualTo(1);
    }

    @Test
    void histogramsWithDifferentBucketsHaveAMeanOnly() {
        Optional<CounterDelta> some = histogram(List.of(0.1), point(0, 0, 0, 0, 0), point(1, 2, 0.1, 2, 2))
                .within(seconds(0, 1));
        Optional<CounterDelta> others = histogram(List.of(0.3), point(0, 0, 0, 0, 0), point(1, 2, 0.3, 2, 2))
                .within(seconds(0, 1));

        LatencySummary latency = CounterDelta.sum(
                        java.util.stream.Stream.of(some, others).flatMap(Optional::stream))
                .orElseThrow()
                .latency()
                .orElseThrow();

        assertThat(latency.mean()).isCloseTo(0.1e9, Offset.offset(1.0));
        assertThat(latency.count()).isEqualTo(4);
        assertThat(latency.p50()).isEmpty();
        assertThat(latency.lastBound()).isEmpty();
    }

    @Test
    void percentilesAreInterpolatedWithinABucket() {
        HistogramBuckets buckets = new HistogramBuckets(List.of(1.0, 2.0, 4.0));
        double[] values = {10, 99, 2, 2, 10, 10};

        assertThat(buckets.percentile(10, values).orElseThrow()).isCloseTo(0.5, NEARLY);
        assertThat(buckets.percentile(60, values).orElseThrow()).isCloseTo(3, NEARLY);
        assertThat(buckets.percentile(100, values).orElseThrow()).isCloseTo(4, NEARLY);
        assertThat(HistogramBuckets.NONE.percentile(50, new double[] {3, 1})).isEmpty();
    }

    private static CounterSeries histogram(List<Double> bounds, Point... points) {
        return CounterSeries.of(series(SeriesKind.HISTOGRAM, bounds, List.of(points)), List.of());
    }

    private static Point point(long second, double count, double sum, double... buckets) {
        return new Point(second * SECOND, second * SECOND, count, sum, buckets);
    }
}
