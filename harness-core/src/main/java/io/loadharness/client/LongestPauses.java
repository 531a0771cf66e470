// SPDX-License-Identifier: Apache-2.0
package io.loadharness.client;

import io.loadharness.client.ClientHealth.Pause;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/** Keeps the longest pauses of a client, at most {@value ClientHealth#MAX_PAUSES}. Not thread-safe. */
final class LongestPauses {

    private final PriorityQueue<Pause> shortestFirst = new PriorityQueue<>(Comparator.comparing(Pause::length));
    private final Instant wallClock;
    private final long origin;

    /**
     * Creates an empty object.
     *
     * @param wallClock the current time of the wall clock
     * @param origin the current value of {@link System#nanoTime}
     */
    LongestPauses(Instant wallClock, long origin) {
        this.wallClock = wallClock;
        this.origin = origin;
    }

    /** Adds a pause. {@code start} is a value of {@link System#nanoTime}. */
    void add(long start, long nanos) {
        shortestFirst.add(new Pause(wallClock.plusNanos(start - origin), Duration.ofNanos(nanos)));
        if (shortestFirst.size() > ClientHealth.MAX_PAUSES) {
            shortestFirst.remove();
        }
    }

    /** Returns the longest pauses in the order of their start. */
    List<Pause> inOrder() {
        return shortestFirst.stream().sorted(Comparator.comparing(Pause::start)).toList();
    }
}
