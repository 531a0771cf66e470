// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmarks;

import java.util.Arrays;

/**
 * Counters of a client or server.
 *
 * @param events the number of counted events
 * @param cpuNanos the CPU time of the process
 * @param allocatedBytes the bytes allocated on the Java heap; 0 for a program without a Java heap
 */
record HttpCounts(long requests, long events, long cpuNanos, long wallNanos, long allocatedBytes) {

    /** Parses a line that a client or the server printed. */
    static HttpCounts parse(String line) {
        long[] numbers = Arrays.stream(line.strip().split(" ", -1))
                .mapToLong(Long::parseLong)
                .toArray();
        return new HttpCounts(numbers[0], numbers[1], numbers[2], numbers[3], numbers[4]);
    }

    String line() {
        return requests + " " + events + " " + cpuNanos + " " + wallNanos + " " + allocatedBytes;
    }

    HttpCounts minus(HttpCounts before) {
        return new HttpCounts(
                requests - before.requests,
                events - before.events,
                cpuNanos - before.cpuNanos,
                wallNanos - before.wallNanos,
                allocatedBytes - before.allocatedBytes);
    }
}
