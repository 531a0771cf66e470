// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cluster;

import java.time.Instant;

/**
 * The common start of all slices.
 *
 * @param time the start time on the clock of the coordinator
 * @param clock the difference between the clocks of this worker and of the coordinator
 */
public record SliceStart(Instant time, ClockOffset clock) {

    /** Returns the start time on the clock of this worker. */
    public Instant local() {
        return time.plusNanos(clock.nanos());
    }
}
