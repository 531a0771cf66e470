// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmark;

import io.loadharness.Reason;
import io.loadharness.report.RunSlice;
import java.time.Instant;

/**
 * A signal that starts several processes together, each of which sends a slice of a schedule.
 *
 * <pre>{@code
 * builder.load(Arrivals.poisson(300).during(Duration.ofMinutes(5))).slice(new Slice(0, 3)).startOn(signal)
 * }</pre>
 */
@FunctionalInterface
public interface StartSignal {

    /**
     * The start time that all processes share.
     *
     * @param time the start time on the common clock of all processes
     * @param clock the offset of the clock of this machine from the common clock
     */
    record Start(Instant time, RunSlice.Clock clock) {

        /** Returns the start time on the clock of this machine. */
        Instant local() {
            return time.plusNanos(clock.offsetNanos());
        }
    }

    /**
     * Waits until all processes can start. Called once, on the thread of the benchmark, when the warm-up of the servers is complete.
     *
     * @throws InterruptedException if the benchmark is aborted
     */
    Start await() throws InterruptedException;

    /** Called at the start if it is too late, with the reason why the run is not valid. Must not block. Does nothing by default. */
    default void startedLate(Reason reason) {}
}
