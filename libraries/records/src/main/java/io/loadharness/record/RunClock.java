// SPDX-License-Identifier: Apache-2.0
package io.loadharness.record;

import java.time.Instant;
import java.util.Objects;

/**
 * The clock of the times in the records of a run.
 *
 * @param started the origin of the times, by the wall clock
 * @param originNanos the same origin, by {@link System#nanoTime}
 */
public record RunClock(Instant started, long originNanos) {

    public RunClock {
        Objects.requireNonNull(started, "started");
    }
}
