// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmark;

import io.loadharness.Reason;
import io.loadharness.cluster.ClockOffset;
import io.loadharness.internal.ClockReading;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Finds wall clocks that stepped during a run, on this machine or on a worker. Latencies stay correct, because they use monotonic clocks.
 * But after a step, the times in the records and logs of different machines do not match. Not thread-safe.
 */
final class ClockSteps {

    /** The smallest step that is reported. A wall clock drifts by some milliseconds per hour. */
    private static final long REPORTED_NANOS = 50_000_000;

    /** The ratio of the duration of a run to the maximum step. A larger step makes the run invalid. */
    private static final long RUN_PARTS = 100;

    private final long ownStep;
    private final long ownBound;
    private final long runNanos;
    private final List<String> warnings = new ArrayList<>();
    private final List<Reason> reasons = new ArrayList<>();

    /**
     * Creates a finder that has already checked the clock of this process.
     *
     * @param first the clocks of this process at the start of the run
     * @param last the clocks of this process at the end of the run
     */
    ClockSteps(ClockReading first, ClockReading last) {
        runNanos = last.nanos() - first.nanos();
        ownStep = Duration.between(first.wall(), last.wall()).toNanos() - runNanos;
        ownBound = first.boundNanos() + last.boundNanos();
        add("the clock of this machine", ownStep, ownBound);
    }

    /** Adds a worker with the offsets of its clock before and after the run. */
    void add(String worker, ClockOffset before, ClockOffset after) {
        long step = after.nanos() - before.nanos(); // relative to the clock of this process, which may have stepped too
        if (Math.abs(step)
                > REPORTED_NANOS) { // otherwise the clock of the worker changed together with the clock of this process
            add("the clock of " + worker, step + ownStep, before.boundNanos() + after.boundNanos() + ownBound);
        }
    }

    private void add(String clock, long step, long bound) {
        long size = Math.abs(step) - bound;
        if (size <= REPORTED_NANOS) {
            return;
        }
        String text = clock + " stepped by " + step / 1_000_000 + " ms during the run";
        if (size > runNanos / RUN_PARTS) {
            reasons.add(new Reason(
                            Reason.Code.CLOCK_STEPPED,
                            text
                                    + ", more than 1 % of the run: the times of different machines cannot be compared; check"
                                    + " the time synchronization (chronyc tracking)")
                    .with("step_ms", step / 1e6));
        } else {
            warnings.add(Character.toUpperCase(text.charAt(0)) + text.substring(1)
                    + ". Latencies are not affected: they use monotonic clocks.");
        }
    }

    List<String> warnings() {
        return warnings;
    }

    List<Reason> reasons() {
        return reasons;
    }
}
