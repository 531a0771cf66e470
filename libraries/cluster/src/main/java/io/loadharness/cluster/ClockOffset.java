// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cluster;

import io.loadharness.cluster.WorkerLink.ClockSample;
import io.loadharness.internal.ClockReading;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The difference between the wall clocks of a worker and of the coordinator. The value comes from the fastest of several round trips.
 *
 * @param nanos the clock of the worker minus the clock of the coordinator, in nanoseconds
 * @param boundNanos the maximum error of {@code nanos}: half of the round trip, and the maximum error of reading the clocks of the
 *     coordinator
 */
public record ClockOffset(long nanos, long boundNanos) {

    static final int ROUND_TRIPS = 50;

    /** The maximum time of a round trip. Machines that have just started a worker may be busy for some seconds. */
    private static final Duration LIMIT = Duration.ofSeconds(15);

    static ClockOffset measure(WorkerLink link) throws IOException, InterruptedException {
        List<ClockSample> samples = new ArrayList<>();
        for (int i = 0; i < ROUND_TRIPS; i++) {
            samples.add(link.clock(LIMIT));
        }
        return of(samples, ClockReading.now());
    }

    /**
     * Returns the offset of the clock of a worker.
     *
     * @param samples the round trips; at least one
     * @param here the clocks of the coordinator
     */
    static ClockOffset of(List<ClockSample> samples, ClockReading here) {
        ClockSample fastest = samples.stream()
                .min(Comparator.comparingLong(each -> each.received() - each.sent()))
                .orElseThrow();
        long bound = (fastest.received() - fastest.sent() + 1) / 2;
        Instant wall = here.wall();
        long wallNanos = wall.getEpochSecond() * 1_000_000_000L + wall.getNano();
        long middle = wallNanos + (fastest.sent() - here.nanos()) + bound;
        return new ClockOffset(fastest.workerWallClock() - middle, bound + here.boundNanos());
    }
}
