// SPDX-License-Identifier: Apache-2.0
package io.loadharness.metrics;

import java.util.Arrays;

/**
 * Divides time into bins of equal length. Times before the first bin belong to the first bin, and times after the last bin belong to the
 * last bin.
 */
final class TimeBins {

    private final long from;
    private final long binNanos;
    private final int count;

    TimeBins(long from, long binNanos, int count) {
        this.from = from;
        this.binNanos = binNanos;
        this.count = count;
    }

    private int of(long time) {
        return (int) Math.max(0, Math.min(count - 1, Math.floorDiv(time - from, binNanos)));
    }

    long[] counts(Column times) {
        long[] counts = new long[count];
        for (int row = 0; row < times.size(); row++) {
            counts[of(times.get(row))]++;
        }
        return counts;
    }

    /** Returns, for each bin, the mean number of requests in flight. A request is in flight from its start to its end. */
    double[] inFlight(Column starts, Column ends) {
        double[] partly = new double[count];
        double[] changes = new double[count + 1];
        for (int row = 0; row < starts.size(); row++) {
            int first = of(starts.get(row));
            int last = of(ends.get(row));
            // changes[] counts the request from the start of its first bin to the start of its last bin; partly[]
            // corrects
            // the error in these two bins
            changes[first]++;
            changes[last]--;
            partly[first] -= share(first, starts.get(row));
            partly[last] += share(last, ends.get(row));
        }
        double whole = 0;
        for (int i = 0; i < count; i++) {
            whole += changes[i];
            partly[i] += whole;
        }
        return partly;
    }

    /** Returns the share of a bin that has passed at the given time. */
    private double share(int bin, long time) {
        return (double) (time - from - bin * binNanos) / binNanos;
    }

    /**
     * Returns two arrays with one element per bin: the medians and the 99th percentiles. Each element covers the values whose times are in
     * the bin. The element of an empty bin is {@link Metric#NONE}.
     */
    long[][] percentiles(Column times, Column values) {
        int[] firstIndex = new int[count + 1];
        for (int row = 0; row < times.size(); row++) {
            if (values.get(row) != Metric.NONE) {
                firstIndex[of(times.get(row)) + 1]++;
            }
        }
        Arrays.parallelPrefix(firstIndex, Integer::sum);
        long[] byBin = new long[firstIndex[count]];
        int[] next = firstIndex.clone();
        for (int row = 0; row < times.size(); row++) {
            if (values.get(row) != Metric.NONE) {
                byBin[next[of(times.get(row))]++] = values.get(row);
            }
        }
        long[][] percentiles = new long[2][count];
        for (int i = 0; i < count; i++) {
            Arrays.sort(byBin, firstIndex[i], firstIndex[i + 1]);
            int size = firstIndex[i + 1] - firstIndex[i];
            percentiles[0][i] = size == 0 ? Metric.NONE : byBin[firstIndex[i] + size / 2];
            percentiles[1][i] = size == 0 ? Metric.NONE : byBin[firstIndex[i] + (int) (size * 0.99)];
        }
        return percentiles;
    }
}
