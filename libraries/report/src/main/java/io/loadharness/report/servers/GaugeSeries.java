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

    private final long[] moments;
    private final double[] values;

    private GaugeSeries(long[] moments, double[] values) {
        this.moments = moments;
        this.values = values;
    }

    /** Of a series. */
    static GaugeSeries of(Series series) {
        return new GaugeSeries(
                series.points().stream().mapToLong(Point::nanos).toArray(),
                series.points().stream().mapToDouble(Point::value).toArray());
    }

    /**
     * Of several, their sum or their mean at each moment of any; each is what it last was, from its first moment to its last.
     *
     * @param all at least one
     */
    static GaugeSeries together(List<GaugeSeries> all, boolean summed) {
        if (all.size() == 1) {
            return all.get(0);
        }
        long[] moments = all.stream()
                .flatMapToLong(each -> LongStream.of(each.moments))
                .sorted()
                .distinct()
                .toArray();
        double[] values = new double[moments.length];
        int[] next = new int[all.size()];
        for (int i = 0; i < moments.length; i++) {
            int known = 0;
            for (int j = 0; j < next.length; j++) {
                GaugeSeries each = all.get(j);
                while (next[j] < each.moments.length && each.moments[next[j]] <= moments[i]) {
                    next[j]++;
                }
                if (next[j] > 0 && moments[i] <= each.moments[each.moments.length - 1]) {
                    values[i] += each.values[next[j] - 1];
                    known++;
                }
            }
            values[i] /= summed ? 1 : known;
        }
        return new GaugeSeries(moments, values);
    }

    /** What it was within a window; empty if no moment is in there. */
    Optional<GaugeSummary> within(Window window) {
        double[] seen = between(window.beginNanos(), window.endNanos() + 1);
        DoubleSummaryStatistics all = Arrays.stream(seen).summaryStatistics();
        return seen.length == 0 || !Double.isFinite(all.getAverage())
                ? Optional.empty()
                : Optional.of(new GaugeSummary(all.getAverage(), all.getMax()));
    }

    /** The mean of the moments in a part of time, its end left out; empty if there is none. */
    OptionalDouble mean(long from, long to) {
        return Arrays.stream(between(from, to)).average();
    }

    private double[] between(long from, long to) {
        int first = firstFrom(from);
        return Arrays.copyOfRange(values, first, Math.max(first, firstFrom(to)));
    }

    private int firstFrom(long nanos) {
        int found = Arrays.binarySearch(moments, nanos);
        return found >= 0 ? found : -found - 1;
    }
}
