// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmarks;

import java.util.Arrays;

/**
 * What a client did in a run.
 *
 * @param events as it counts them
 * @param cpuNanos of its process
 * @param allocatedBytes of its heap; 0 where there is none
 */
record Tally(long requests, long events, long cpuNanos, long wallNanos, long allocatedBytes) {

    /** Reads the line that a client writes. */
    static Tally parse(String line) {
        long[] numbers = Arrays.stream(line.strip().split(" ", -1))
                .mapToLong(Long::parseLong)
                .toArray();
        return new Tally(numbers[0], numbers[1], numbers[2], numbers[3], numbers[4]);
    }

    String line() {
        return requests + " " + events + " " + cpuNanos + " " + wallNanos + " " + allocatedBytes;
    }

    Tally minus(Tally before) {
        return new Tally(
                requests - before.requests,
                events - before.events,
                cpuNanos - before.cpuNanos,
                wallNanos - before.wallNanos,
                allocatedBytes - before.allocatedBytes);
    }
}
