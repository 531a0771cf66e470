package io.loadharness.metrics;

import java.util.Arrays;
import java.util.Optional;

/** The values of one metric, a row for each request. For one thread. */
final class Column {

    private static final int FEW = 1024;

    private long[] values = new long[FEW];
    private int size;

    void add(long value) {
        if (size == values.length) {
            values = Arrays.copyOf(values, size + (size >> 1));
        }
        values[size++] = value;
    }

    long get(int row) {
        return values[row];
    }

    int size() {
        return size;
    }

    /** What the known ones come to; empty if there is none. */
    Optional<Distribution> distribution() {
        long[] known = Arrays.stream(values, 0, size)
                .filter(each -> each != Metric.NONE)
                .toArray();
        return known.length == 0 ? Optional.empty() : Optional.of(new SortedValues(known));
    }
}
