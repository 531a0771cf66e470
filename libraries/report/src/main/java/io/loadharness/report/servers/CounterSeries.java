// SPDX-License-Identifier: Apache-2.0
package io.loadharness.report.servers;

import io.loadharness.servermetrics.Point;
import io.loadharness.servermetrics.Series;
import io.loadharness.servermetrics.SeriesKind;
import io.loadharness.servermetrics.Window;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * A counter over time, or all the counters of a histogram. When a server restarts, its counters start at zero, and the growth continues
 * from its last value. Immutable.
 */
final class CounterSeries {

    private static final double NANOS = 1e9;

    private final long[] moments;
    private final double[][] grown;
    private final int[] restarts;

    private final HistogramBuckets buckets;

    private CounterSeries(List<Point> points, SeriesKind kind, HistogramBuckets buckets) {
        this.buckets = buckets;
        moments = points.stream().mapToLong(Point::nanos).toArray();
        grown = new double[moments.length][];
        restarts = new int[moments.length];
        double[] last = amounts(points.get(0), kind);
        grown[0] = new double[last.length];
        for (int i = 1; i < moments.length; i++) {
            double[] now = amounts(points.get(i), kind);
            boolean anew = now[0] < last[0];
            restarts[i] = restarts[i - 1] + (anew ? 1 : 0);
            grown[i] = grown[i - 1].clone();
            for (int j = 0; j < now.length; j++) {
                grown[i][j] += anew ? now[j] : now[j] - last[j];
            }
            last = now;
        }
    }

    /**
     * Of a series with at least one point. One that came only after the first scrape, as that of a label does which nothing had before, began at zero.
     *
     * @param scrapes the moments at which its source was scraped, in order
     */
    static CounterSeries of(Series series, long[] scrapes) {
        HistogramBuckets buckets = new HistogramBuckets(series.bounds());
        Point first = series.points().get(0);
        int before = Arrays.binarySearch(scrapes, first.nanos()) - 1;
        if (before < 0) {
            return new CounterSeries(series.points(), series.kind(), buckets);
        }
        List<Point> points = new ArrayList<>(series.points());
        points.add(0, new Point(scrapes[before], 0, 0, new double[first.buckets().length]));
        return new CounterSeries(points, series.kind(), buckets);
    }

    private static double[] amounts(Point point, SeriesKind kind) {
        if (kind != SeriesKind.HISTOGRAM) {
            return new double[] {point.value()};
        }
        double[] amounts = new double[HistogramBuckets.FIRST + point.buckets().length];
        amounts[0] = point.value();
        amounts[1] = point.sum();
        System.arraycopy(point.buckets(), 0, amounts, HistogramBuckets.FIRST, point.buckets().length);
        return amounts;
    }

    /** From the last scrape before a window to the first one after it; empty if the scrapes know nothing of it. */
    Optional<CounterDelta> within(Window window) {
        int from = Math.max(0, lastUntil(window.beginNanos()));
        int to = Math.min(moments.length - 1, firstFrom(window.endNanos()));
        double seconds =
                (Math.min(window.endNanos(), moments[to]) - Math.max(window.beginNanos(), moments[from])) / NANOS;
        return from < to && seconds > 0
                ? Optional.of(CounterDelta.of(
                        between(grown[from], grown[to]), buckets, seconds, restarts[to] - restarts[from]))
                : Optional.empty();
    }

    /** As far as a window lies between scrapes, with even growth from one to the next: of what goes on before and after it too. */
    Optional<CounterDelta> inside(Window window) {
        return between(
                Math.max(window.beginNanos(), moments[0]), Math.min(window.endNanos(), moments[moments.length - 1]));
    }

    /** In a part of time, with even growth from one scrape to the next; empty if it is not between two of them. */
    Optional<CounterDelta> between(long from, long to) {
        boolean known = from >= moments[0] && to <= moments[moments.length - 1] && from < to;
        return known
                ? Optional.of(CounterDelta.of(between(at(from), at(to)), buckets, (to - from) / NANOS, 0))
                : Optional.empty();
    }

    private double[] at(long nanos) {
        int before = lastUntil(nanos);
        if (moments[before] == nanos) {
            return grown[before];
        }
        double part = (nanos - moments[before]) / (double) (moments[before + 1] - moments[before]);
        double[] step = between(grown[before], grown[before + 1]);
        double[] amounts = grown[before].clone();
        for (int i = 0; i < amounts.length; i++) {
            amounts[i] += part * step[i];
        }
        return amounts;
    }

    private int lastUntil(long nanos) {
        int found = Arrays.binarySearch(moments, nanos);
        return found >= 0 ? found : -found - 2;
    }

    private int firstFrom(long nanos) {
        int found = Arrays.binarySearch(moments, nanos);
        return found >= 0 ? found : -found - 1;
    }

    private static double[] between(double[] from, double[] to) {
        double[] step = new double[to.length];
        for (int i = 0; i < step.length; i++) {
            step[i] = to[i] - from[i];
        }
        return step;
    }
}
