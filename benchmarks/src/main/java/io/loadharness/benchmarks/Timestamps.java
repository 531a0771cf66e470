// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmarks;

/** A list of timestamps. Not thread-safe. */
final class Timestamps {

    private final long[] nanos;
    private int count;

    /** Creates a list for a maximum number of timestamps. */
    Timestamps(int capacity) {
        nanos = new long[capacity];
    }

    void add(long timestamp) {
        nanos[count++] = timestamp;
    }

    /** Returns the coefficient of variation of the gaps between the timestamps. */
    double variation() {
        double mean = (double) (nanos[count - 1] - nanos[0]) / (count - 1);
        double squares = 0;
        for (int i = 1; i < count; i++) {
            double off = nanos[i] - nanos[i - 1] - mean;
            squares += off * off;
        }
        return Math.sqrt(squares / (count - 1)) / mean;
    }
}
