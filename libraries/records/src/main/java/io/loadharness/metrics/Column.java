// SPDX-License-Identifier: Apache-2.0
package io.loadharness.metrics;

import java.util.Arrays;
import java.util.Optional;

/** The values of one metric, a row for each request. For one thread. */
final class Column {

    private static final int FEW = 1024;

    private long[] values;
    private int size;

    Column() {
        values = new long[FEW];
    }

    /** The same rows, to which others will come. */
    Column(Column other) {
        values = other.values.clone();
        size = other.size;
    }

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
        long[] known = new long[size];
        int count = 0;
        for (int row = 0; row < size; row++) {
            known[count] = values[row];
            count += values[row] == Metric.NONE ? 0 : 1;
        }
        return count == 0
                ? Optional.empty()
                : Optional.of(new SortedValues(count == size ? known : Arrays.copyOf(known, count)));
    }
}
