// SPDX-License-Identifier: Apache-2.0
package io.loadharness.report.servers;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadharness.servermetrics.Point;
import io.loadharness.servermetrics.Series;
import io.loadharness.servermetrics.SeriesKind;
import io.loadharness.servermetrics.Window;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class CounterSeriesTest {

    private static final long SECOND = 1_000_000_000;
    private static final Offset<Double> NEARLY = Offset.offset(1e-9);

    /** A value each second, from the begin. */
    private static CounterSeries counter(double... values) {
        List<Point> points = new ArrayList<>();
        for (int i = 0; i < values.length; i++) {
            points.add(Point.of(i * SECOND, values[i]));
        }
        return CounterSeries.of(series(SeriesKind.COUNTER, List.of(), points), new long[] {0});
    }

    private static Series series(SeriesKind kind, List<Double> bounds, List<Point> points) {
        return new Series("name", Map.of(), kind, bounds, points);
    }

    private static Window seconds(double from, double to) {
        return new Window((long) (from * SECOND), (long) (to * SECOND));
    }

    @Test
    void aCounterGrowsFromTheScrapeBeforeTheWindowToTheOneAfterIt() {
        CounterDelta rise =
                counter(100, 100, 130, 160, 170, 900).within(seconds(1.5, 3.5)).orElseThrow();

        assertThat(rise.count()).isEqualTo(new CounterSummary(70, 35));
        assertThat(rise.restarts()).isZero();
    }

    @Test
    void scrapesThatEndWithinTheWindowTellOfTheirPartOnly() {
        CounterDelta rise = counter(0, 10, 20).within(seconds(0, 8)).orElseThrow();

        assertThat(rise.count()).isEqualTo(new CounterSummary(20, 10));
    }

    @Test
    void whatGoesOnOutsideTheWindowIsNotCountedIntoIt() {
        CounterDelta rise = counter(0, 10, 20, 30).inside(seconds(0.5, 2.5)).orElseThrow();

        assertThat(rise.count()).isEqualTo(new CounterSummary(20, 10));
    }

    @Test
    void aCounterThatBeginsAnewGoesOnFromWhereItWas() {
        CounterDelta rise = counter(100, 150, 5, 25, 0).within(seconds(0, 4)).orElseThrow();

        assertThat(rise.count().increase()).isEqualTo(50 + 5 + 20 + 0);
        assertThat(rise.restarts()).isEqualTo(2);
    }

    @Test
    void aSeriesThatComesLaterBeganAtZero() {
        Series series =
                series(SeriesKind.COUNTER, List.of(), List.of(Point.of(2 * SECOND, 7), Point.of(3 * SECOND, 9)));

        assertThat(CounterSeries.of(series, new long[] {0, SECOND, 2 * SECOND, 3 * SECOND})
                        .within(seconds(0, 3))
                        .orElseThrow()
                        .count()
                        .increase())
                .isEqualTo(9);
        assertThat(CounterSeries.of(series, new long[] {2 * SECOND, 3 * SECOND})
                        .within(seconds(0, 3))
                        .orElseThrow()
                        .count()
                        .increase())
                .isEqualTo(2);
    }

    @Test
    void nothingIsKnownWhereThereAreNoTwoScrapes() {
        assertThat(counter(5).within(seconds(0, 9))).isEmpty();
        assertThat(counter(5, 6).within(seconds(2, 9))).isEmpty();
        assertThat(counter(5, 6, 7).between(SECOND, 3 * SECOND)).isEmpty();
        assertThat(counter(5, 6, 7).between(SECOND, SECOND)).isEmpty();
        assertThat(counter(5, 6, 7).inside(seconds(3, 9))).isEmpty();
    }

    @Test
    void betweenTwoScrapesGrowthIsEven() {
        assertThat(counter(0, 10, 30)
                        .between(SECOND / 2, 3 * SECOND / 2)
                        .orElseThrow()
                        .count())
                .isEqualTo(new CounterSummary(15, 15));
    }

    @Test
    void aHistogramHasAnExactMeanAndPercentilesWithinItsBuckets() {
        CounterSeries growth = histogram(List.of(0.1, 0.2), point(0, 4, 1, 4, 4, 4), point(1, 14, 2.2, 9, 13, 14));

        LatencySummary times =
                growth.within(seconds(0, 1)).orElseThrow().times().orElseThrow();

        assertThat(times.count()).isEqualTo(10);
        assertThat(times.mean()).isCloseTo(0.12e9, Offset.offset(1.0));
        assertThat(times.p50().orElseThrow()).isCloseTo(0.1e9, Offset.offset(1.0));
        assertThat(times.p90().orElseThrow()).isCloseTo(0.2e9, Offset.offset(1.0));
        assertThat(times.p99()).isEmpty();
        assertThat(times.lastBound()).hasValue(0.2e9);
    }

    @Test
    void aHistogramToWhichNothingCameHasNoTimes() {
        CounterSeries growth = histogram(List.of(0.1), point(0, 3, 1, 3, 3), point(1, 3, 1, 3, 3));

        assertThat(growth.within(seconds(0, 1)).orElseThrow().times()).isEmpty();
    }

    @Test
    void aHistogramThatBeginsAnewDoesSoInAllItsParts() {
        CounterSeries growth = histogram(List.of(0.1), point(0, 8, 1, 6, 8), point(1, 2, 0.5, 1, 2));

        CounterDelta rise = growth.within(seconds(0, 1)).orElseThrow();

        assertThat(rise.amounts()).containsExactly(2, 0.5, 1, 2);
        assertThat(rise.restarts()).isEqualTo(1);
    }

    @Test
    void histogramsWithOtherBucketsHaveTheirMeanInCommonAndNoPercentiles() {
        Optional<CounterDelta> some = histogram(List.of(0.1), point(0, 0, 0, 0, 0), point(1, 2, 0.1, 2, 2))
                .within(seconds(0, 1));
        Optional<CounterDelta> others = histogram(List.of(0.3), point(0, 0, 0, 0, 0), point(1, 2, 0.3, 2, 2))
                .within(seconds(0, 1));

        LatencySummary times = CounterDelta.all(
                        java.util.stream.Stream.of(some, others).flatMap(Optional::stream))
                .orElseThrow()
                .times()
                .orElseThrow();

        assertThat(times.mean()).isCloseTo(0.1e9, Offset.offset(1.0));
        assertThat(times.count()).isEqualTo(4);
        assertThat(times.p50()).isEmpty();
        assertThat(times.lastBound()).isEmpty();
    }

    @Test
    void aPercentileLiesInItsBucketAsIfItsValuesWereEvenlySpread() {
        HistogramBuckets buckets = new HistogramBuckets(List.of(1.0, 2.0, 4.0));
        double[] amounts = {10, 99, 2, 2, 10, 10};

        assertThat(buckets.percentile(10, amounts).orElseThrow()).isCloseTo(0.5, NEARLY);
        assertThat(buckets.percentile(60, amounts).orElseThrow()).isCloseTo(3, NEARLY);
        assertThat(buckets.percentile(100, amounts).orElseThrow()).isCloseTo(4, NEARLY);
        assertThat(HistogramBuckets.NONE.percentile(50, new double[] {3, 1})).isEmpty();
    }

    private static CounterSeries histogram(List<Double> bounds, Point... points) {
        return CounterSeries.of(series(SeriesKind.HISTOGRAM, bounds, List.of(points)), new long[] {0});
    }

    private static Point point(long second, double count, double sum, double... buckets) {
        return new Point(second * SECOND, count, sum, buckets);
    }
}
