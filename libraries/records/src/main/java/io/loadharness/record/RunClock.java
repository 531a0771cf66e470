// SPDX-License-Identifier: Apache-2.0
package io.loadharness.record;

import java.time.Instant;
import java.util.Objects;

/**
 * The clock that the times of a run's records are of.
 *
 * @param started the moment it began with, by the wall clock
 * @param originNanos the same moment in {@link System#nanoTime}
 */
public record RunClock(Instant started, long originNanos) {

    public RunClock {
        Objects.requireNonNull(started, "started");
    }
}
