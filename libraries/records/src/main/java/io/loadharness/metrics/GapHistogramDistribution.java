// SPDX-License-Identifier: Apache-2.0
package io.loadharness.metrics;

import java.util.Map;
import java.util.NavigableMap;

/**
 * The distribution of the gaps that {@link GapHistogram} counted. Percentiles are rounded down to microseconds; the mean and the deviation
 * are exact.
 */
final class GapHistogramDistribution implements Distribution {

    private final long[] micros;
    private final long[] countUpTo;
    private final long count;
    private final double mean;
    private final double deviation;

    GapHistogramDistribution(NavigableMap<Long, long[]> pages, long count, double mean, double deviation) {
        this.count = count;
        this.mean = mean;
        this.deviation = deviation;
        int distinct = 0;
        for (long[] page : pages.values()) {
            for (long each : page) {
                distinct += each > 0 ? 1 : 0;
            }
        }
        micros = new long[distinct];
        countUpTo = new long[distinct];
        fill(pages);
    }

    private void fill(NavigableMap<Long, long[]> pages) {
        int i = 0;
        long sum = 0;
        for (Map.Entry<Long, long[]> page : pages.entrySet()) {
            for (int j = 0; j < GapHistogram.PAGE; j++) {
                long pageCount = page.getValue()[j];
                if (pageCount > 0) {
                    sum += pageCount;
                    micros[i] = page.getKey() * GapHistogram.PAGE + j;
                    countUpTo[i] = sum;
                    i++;
                }
            }
        }
    }

    @Override
    public long count() {
        return count;
    }

    @Override
    public double mean() {
        return mean;
    }

    @Override
    public double deviation() {
        return deviation;
    }

    @Override
    public long at(long rank) {
        return micros[firstAtLeast(countUpTo, rank + 1)] * GapHistogram.MICRO;
    }

    @Override
    public long countAtMost(long value) {
        int after = firstAtLeast(micros, value / GapHistogram.MICRO + 1);
        return after == 0 ? 0 : countUpTo[after - 1];
    }

    /** Returns the index of the first value that is at least {@code minimum}; the length of the array if all values are less. */
    private static int firstAtLeast(long[] ascending, long minimum) {
        int from = 0;
        int to = ascending.length;
        while (from < to) {
            int middle = (from + to) >>> 1;
            if (ascending[middle] < minimum) {
                from = middle + 1;
            } else {
                to = middle;
            }
        }
        return from;
    }
}
