// SPDX-License-Identifier: Apache-2.0
package io.loadharness.metrics;

import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A histogram of the gaps between chunks, with a resolution of one microsecond. It replaces a list of all gaps, because a run can have
 * hundreds of millions of gaps. Not thread-safe.
 */
final class GapHistogram {

    static final long MICRO = 1000;
    static final int PAGE = 1024;

    /** Number of pages in the direct lookup table. Together, these pages count all gaps of up to four seconds. */
    private static final int NEAR = 4096;

    private final Map<Long, long[]> pages = new TreeMap<>();
    private final long[][] near = new long[NEAR][];
    private long count;
    private double sum;
    private double squares;

    GapHistogram() {}

    /** Creates a copy. */
    GapHistogram(GapHistogram other) {
        other.pages.forEach((number, page) -> keep(number, page.clone()));
        count = other.count;
        sum = other.sum;
        squares = other.squares;
    }

    void add(long nanos) {
        long micros = nanos / MICRO;
        page(micros / PAGE)[(int) (micros % PAGE)]++;
        count++;
        sum += nanos;
        squares += (double) nanos * nanos;
    }

    private long[] page(long number) {
        long[] known = number < NEAR ? near[(int) number] : pages.get(number);
        return known != null ? known : keep(number, new long[PAGE]);
    }

    private long[] keep(long number, long[] page) {
        pages.put(number, page);
        if (number < NEAR) {
            near[(int) number] = page;
        }
        return page;
    }

    /** Returns the distribution of the gaps; empty if no gap was added. */
    Optional<Distribution> distribution() {
        if (count == 0) {
            return Optional.empty();
        }
        double mean = sum / count;
        return Optional.of(new GapHistogramDistribution(
                new TreeMap<>(pages), count, mean, Math.sqrt(Math.max(0, squares / count - mean * mean))));
    }
}
