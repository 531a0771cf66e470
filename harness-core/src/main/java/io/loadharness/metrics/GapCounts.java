package io.loadharness.metrics;

import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Counts gaps by their microsecond, because there may be hundreds of millions: as values they would not fit into memory. For one
 * thread.
 */
final class GapCounts {

    static final long MICRO = 1000;
    static final int PAGE = 1024;

    private final Map<Long, long[]> pages = new TreeMap<>();
    private long count;
    private double sum;
    private double squares;
    private long lastPage = -1;
    private long[] last;

    void add(long nanos) {
        long micros = nanos / MICRO;
        if (micros / PAGE != lastPage) {
            lastPage = micros / PAGE;
            last = pages.computeIfAbsent(lastPage, page -> new long[PAGE]);
        }
        last[(int) (micros % PAGE)]++;
        count++;
        sum += nanos;
        squares += (double) nanos * nanos;
    }

    /** What they come to; empty if there is none. */
    Optional<Distribution> distribution() {
        if (count == 0) {
            return Optional.empty();
        }
        double mean = sum / count;
        return Optional.of(new CountedGaps(
                new TreeMap<>(pages), count, mean, Math.sqrt(Math.max(0, squares / count - mean * mean))));
    }
}
