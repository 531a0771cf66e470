// SPDX-License-Identifier: Apache-2.0
package io.loadharness.metrics;

import java.util.Arrays;

/** Equal parts of time, and what falls into them. What lies outside belongs to the first or the last. */
final class Bins {

    private final long from;
    private final long binNanos;
    private final int count;

    Bins(long from, long binNanos, int count) {
        this.from = from;
        this.binNanos = binNanos;
        this.count = count;
    }

    private int of(long moment) {
        return (int) Math.max(0, Math.min(count - 1, Math.floorDiv(moment - from, binNanos)));
    }

    long[] counts(Column moments) {
        long[] counts = new long[count];
        for (int row = 0; row < moments.size(); row++) {
            counts[of(moments.get(row))]++;
        }
        return counts;
    }

    /** How many intervals are open in each bin, on average. */
    double[] open(Column begins, Column ends) {
        double[] partly = new double[count];
        double[] changes = new double[count + 1];
        for (int row = 0; row < begins.size(); row++) {
            int first = of(begins.get(row));
            int last = of(ends.get(row));
            // As if open from the beginning of the first bin to the beginning of the last, and then what that is wrong
            // by.
            changes[first]++;
            changes[last]--;
            partly[first] -= share(first, begins.get(row));
            partly[last] += share(last, ends.get(row));
        }
        double whole = 0;
        for (int i = 0; i < count; i++) {
            whole += changes[i];
            partly[i] += whole;
        }
        return partly;
    }

    /** The part of a bin that lies before a moment. */
    private double share(int bin, long moment) {
        return (double) (moment - from - bin * binNanos) / binNanos;
    }

    /** For each bin the median and the 99th percentile of the values whose moment falls into it. */
    long[][] percentiles(Column moments, Column values) {
        int[] starts = new int[count + 1];
        for (int row = 0; row < moments.size(); row++) {
            if (values.get(row) != Metric.NONE) {
                starts[of(moments.get(row)) + 1]++;
            }
        }
        Arrays.parallelPrefix(starts, Integer::sum);
        long[] byBin = new long[starts[count]];
        int[] next = starts.clone();
        for (int row = 0; row < moments.size(); row++) {
            if (values.get(row) != Metric.NONE) {
                byBin[next[of(moments.get(row))]++] = values.get(row);
            }
        }
        long[][] percentiles = new long[2][count];
        for (int i = 0; i < count; i++) {
            Arrays.sort(byBin, starts[i], starts[i + 1]);
            int size = starts[i + 1] - starts[i];
            percentiles[0][i] = size == 0 ? Metric.NONE : byBin[starts[i] + size / 2];
            percentiles[1][i] = size == 0 ? Metric.NONE : byBin[starts[i] + (int) (size * 0.99)];
        }
        return percentiles;
    }
}
