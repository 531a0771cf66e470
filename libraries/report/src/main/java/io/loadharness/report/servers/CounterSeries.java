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
 * The total of a counter over time, or the totals of all counters of a histogram. When a server restarts, its counters start at zero, but
 * these totals continue from their last values. Immutable.
 */
final class CounterSeries {

    private static final double NANOS = 1e9;

    private final long[] sentTimes;
    private final long[] times;
    private final double[][] totals;
    private final int[] restarts;

    private final HistogramBuckets buckets;

    private CounterSeries(List<Point> points, SeriesKind kind, HistogramBuckets buckets) {
        this.buckets = buckets;
        sentTimes = points.stream().mapToLong(Point::sentNanos).toArray();
        times = points.stream().mapToLong(Point::nanos).toArray();
        totals = new double[times.length][];
        restarts = new int[times.length];
        double[] last = values(points.get(0), kind);
        totals[0] = new double[last.length];
        for (int i = 1; i < times.length; i++) {
            double[] now = values(points.get(i), kind);
            boolean isRestart = now[0] < last[0];
            restarts[i] = restarts[i - 1] + (isRestart ? 1 : 0);
            totals[i] = totals[i - 1].clone();
            for (int j = 0; j < now.length; j++) {
                totals[i][j] += isRestart ? now[j] : now[j] - last[j];
            }
            last = now;
        }
    }

    /**
     * Creates the counter of a series with at least one point. A series can first appear after the first scrape, for example because it has
     * a new label. Its value in the previous scrapes is then assumed to be zero.
     *
     * @param scrapes the times of all scrapes of the source, in order, as points without values
     */
    static CounterSeries of(Series series, List<Point> scrapes) {
        HistogramBuckets buckets = new HistogramBuckets(series.bounds());
        Point first = series.points().get(0);
        double[] zero = new double[first.buckets().length];
        List<Point> points = new ArrayList<>();
        for (Point each : scrapes) {
            if (each.nanos() < first.nanos()) {
                points.add(new Point(each.sentNanos(), each.nanos(), 0, 0, zero));
            }
        }
        points.addAll(series.points());
        return new CounterSeries(points, series.kind(), buckets);
    }

    private static double[] values(Point point, SeriesKind kind) {
        if (kind != SeriesKind.HISTOGRAM) {
            return new double[] {point.value()};
        }
        double[] values = new double[HistogramBuckets.FIRST + point.buckets().length];
        values[0] = point.value();
        values[1] = point.sum();
        System.arraycopy(point.buckets(), 0, values, HistogramBuckets.FIRST, point.buckets().length);
        return values;
    }

    /**
     * Returns the increase from the last scrape that was received before a window to the first scrape that was sent after the window. The
     * response to a scrape can arrive after the window with a count from within the window. If no scrape was received before the window,
     * this method uses the first scrape. If no scrape was sent after the window, it uses the last scrape. Returns empty if no scrapes cover
     * a part of the window.
     */
    Optional<CounterDelta> within(Window window) {
        int from = Math.max(0, lastUntil(window.startNanos()));
        int to = firstSentFrom(window.endNanos());
        double seconds = (Math.min(window.endNanos(), times[to]) - Math.max(window.startNanos(), times[from])) / NANOS;
        return from < to && seconds > 0
                ? Optional.of(CounterDelta.of(
                        between(totals[from], totals[to]), buckets, seconds, restarts[to] - restarts[from]))
                : Optional.empty();
    }

    /**
     * Returns the increase within the part of a window that scrapes cover, with linear interpolation. Used for counters that also grow
     * outside the window.
     */
    Optional<CounterDelta> interpolated(Window window) {
        return between(Math.max(window.startNanos(), times[0]), Math.min(window.endNanos(), times[times.length - 1]));
    }

    /**
     * Returns the increase in a time span, with linear interpolation; empty if the span is not entirely between the first and the last
     * scrape.
     */
    Optional<CounterDelta> between(long from, long to) {
        boolean known = from >= times[0] && to <= times[times.length - 1] && from < to;
        return known
                ? Optional.of(CounterDelta.of(between(at(from), at(to)), buckets, (to - from) / NANOS, 0))
                : Optional.empty();
    }

    private double[] at(long nanos) {
        int before = lastUntil(nanos);
        if (times[before] == nanos) {
            return totals[before];
        }
        double part = (nanos - times[before]) / (double) (times[before + 1] - times[before]);
        double[] step = between(totals[before], totals[before + 1]);
        double[] values = totals[before].clone();
        for (int i = 0; i < values.length; i++) {
            values[i] += part * step[i];
        }
        return values;
    }

    private int lastUntil(long nanos) {
        int found = Arrays.binarySearch(times, nanos);
        return found >= 0 ? found : -found - 2;
    }

    /** Returns the first scrape that was sent at or after a time, or the last scrape. */
    private int firstSentFrom(long nanos) {
        int found = 0;
        while (found < sentTimes.length - 1 && sentTimes[found] < nanos) {
            found++;
        }
        return found;
    }

    private static double[] between(double[] from, double[] to) {
        double[] step = new double[to.length];
        for (int i = 0; i < step.length; i++) {
            step[i] = to[i] - from[i];
        }
        return step;
    }
}
