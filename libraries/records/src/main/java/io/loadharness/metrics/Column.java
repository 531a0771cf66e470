// SPDX-License-Identifier: Apache-2.0
package io.loadharness.metrics;

import java.util.Arrays;
import java.util.Optional;

/** A list of numbers with one value per request, such as the values of a metric. Not thread-safe. */
final class Column {

    private static final int INITIAL_CAPACITY = 1024;

    private long[] values;
    private int size;

    Column() {
        values = new long[INITIAL_CAPACITY];
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

    /**
     * Returns the distribution of the known values in one group; empty if the group has no known values.
     *
     * @param groups the group of each row
     */
    Optional<Distribution> distribution(int[] groups, int group) {
        int count = 0;
        for (int row = 0; row < size; row++) {
            count += groups[row] == group && values[row] != Metric.NONE ? 1 : 0;
        }
        if (count == 0) {
            return Optional.empty();
        }
        long[] known = new long[count];
        int next = 0;
        for (int row = 0; row < size; row++) {
            if (groups[row] == group && values[row] != Metric.NONE) {
                known[next++] = values[row];
            }
        }
        return Optional.of(new SortedValues(known));
    }

    /** Returns the distribution of the known values; empty if no value is known. */
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
