// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmarks;

/**
 * Percentiles of the delay of first tokens, from the time at which the server sent the token to the time at which the client read it.
 *
 * @param p50Nanos the median
 * @param p99Nanos the 99th percentile
 */
record FirstTokens(long p50Nanos, long p99Nanos) {

    private static final double NANOS_PER_MICRO = 1e3;

    /** Computes the percentiles of sorted delays. */
    static FirstTokens of(long[] nanos) {
        return new FirstTokens(nanos[nanos.length / 2], nanos[nanos.length * 99 / 100]);
    }

    /** Parses a line that a client printed. */
    static FirstTokens parse(String line) {
        String[] nanos = line.strip().split(" ", -1);
        return new FirstTokens(Long.parseLong(nanos[0]), Long.parseLong(nanos[1]));
    }

    /** Returns a line for {@link #parse}. */
    String line() {
        return p50Nanos + " " + p99Nanos;
    }

    double p50Micros() {
        return p50Nanos / NANOS_PER_MICRO;
    }

    double p99Micros() {
        return p99Nanos / NANOS_PER_MICRO;
    }
}
