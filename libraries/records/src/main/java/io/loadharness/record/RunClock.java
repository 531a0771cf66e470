// SPDX-License-Identifier: Apache-2.0
package io.loadharness.record;

import java.time.Instant;
import java.util.Objects;

/**
 * The origin of the times in the records of a run.
 *
 * @param started the wall-clock time of the origin
 * @param originNanos the value of {@link System#nanoTime} at the origin
 */
public record RunClock(Instant started, long originNanos) {

    public RunClock {
        Objects.requireNonNull(started, "started");
    }
}
