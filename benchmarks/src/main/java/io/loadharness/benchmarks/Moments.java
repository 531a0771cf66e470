// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmarks;

/** When something happened, again and again. For one thread. */
final class Moments {

    private final long[] nanos;
    private int count;

    /** Takes so many at most. */
    Moments(int most) {
        nanos = new long[most];
    }

    void add(long moment) {
        nanos[count++] = moment;
    }

    /** The coefficient of variation of the times between them. */
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
