// SPDX-License-Identifier: Apache-2.0
package io.loadharness.report.servers;

import io.loadharness.servermetrics.Point;
import io.loadharness.servermetrics.Series;
import io.loadharness.servermetrics.Window;
import java.util.Arrays;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.LongStream;

/** A gauge over time. Immutable. */
final class GaugeSeries {

    private final long[] times;
    private final double[] values;

    private GaugeSeries(long[] times, double[] values) {
        this.times = times;
        this.values = values;
    }

    /** Creates the gauge of a series. */
    static GaugeSeries of(Series series) {
        return new GaugeSeries(
                series.points().stream().mapToLong(Point::nanos).toArray(),
                series.points().stream().mapToDouble(Point::value).toArray());
    }

    /**
     * Returns the sum or the mean of several gauges at the times of all their points. Each gauge keeps the value of a point until the next
     * point of this gauge. Before its first point and after its last point, the gauge is ignored.
     *
     * @param all at least one gauge
     * @param summed true for the sum, false for the mean
     */
    static GaugeSeries combined(List<GaugeSeries> all, boolean summed) {
        if (all.size() == 1) {
            return all.get(0);
        }
        long[] times = all.stream()
                .flatMapToLong(each -> LongStream.of(each.times))
                .sorted()
                .distinct()
                .toArray();
        double[] values = new double[times.length];
        int[] next = new int[all.size()];
        for (int i = 0; i < times.length; i++) {
            int known = 0;
            for (int j = 0; j < next.length; j++) {
                GaugeSeries each = all.get(j);
                while (next[j] < each.times.length && each.times[next[j]] <= times[i]) {
                    next[j]++;
                }
                if (next[j] > 0 && times[i] <= each.times[each.times.length - 1]) {
                    values[i] += each.values[next[j] - 1];
                    known++;
                }
            }
            values[i] /= summed ? 1 : known;
        }
        return new GaugeSeries(times, values);
    }

    /** Returns the summary within a window; empty if the window has no points. */
    Optional<GaugeSummary> within(Window window) {
        double[] selected = between(window.startNanos(), window.endNanos() + 1);
        DoubleSummaryStatistics all = Arrays.stream(selected).summaryStatistics();
        return selected.length == 0 || !Double.isFinite(all.getAverage())
                ? Optional.empty()
                : Optional.of(new GaugeSummary(all.getAverage(), all.getMax()));
    }

    /** Returns the mean of the points in a time span, whose end is excluded; empty if the span has no points. */
    OptionalDouble mean(long from, long to) {
        return Arrays.stream(between(from, to)).average();
    }

    private double[] between(long from, long to) {
        int first = firstFrom(from);
        return Arrays.copyOfRange(values, first, Math.max(first, firstFrom(to)));
    }

    private int firstFrom(long nanos) {
        int found = Arrays.binarySearch(times, nanos);
        return found >= 0 ? found : -found - 1;
    }
}
