// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cluster;

import io.loadharness.cluster.WorkerLink.ClockSample;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;

/**
 * The difference between the wall clocks of a worker and of the coordinator. The value comes from the fastest of several round trips.
 *
 * @param nanos the clock of the worker minus the clock of the coordinator, in nanoseconds
 * @param boundNanos the maximum error of {@code nanos}: half of the round trip
 */
public record ClockOffset(long nanos, long boundNanos) {

    static final int ROUND_TRIPS = 50;

    /** The maximum time of a round trip. Machines that have just started a worker may be busy for some seconds. */
    private static final Duration LIMIT = Duration.ofSeconds(15);

    static ClockOffset measure(WorkerLink link) throws IOException, InterruptedException {
        Instant wall = Instant.now();
        long origin = System.nanoTime();
        long wallOrigin = wall.getEpochSecond() * 1_000_000_000L + wall.getNano();
        ClockOffset best = new ClockOffset(0, Long.MAX_VALUE);
        for (int i = 0; i < ROUND_TRIPS; i++) {
            ClockSample sample = link.clock(LIMIT);
            long bound = (sample.received() - sample.sent()) / 2;
            if (bound < best.boundNanos) {
                long middle = wallOrigin + (sample.sent() - origin) + bound;
                best = new ClockOffset(sample.workerWallClock() - middle, bound);
            }
        }
        return best;
    }
}
