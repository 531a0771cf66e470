// SPDX-License-Identifier: Apache-2.0
package io.loadharness.report;

import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;

/**
 * The part of a schedule that a run issued. Several processes generate the whole schedule together, and each process has its own run.
 *
 * @param rank the number of the slice, from 0 to {@code count - 1}
 * @param count the number of slices
 * @param node the name of the machine
 * @param startAt the common start of all slices; empty if no start was given
 * @param numbersAll true if the sequence numbers of all slices together start at 0 and have no gaps; false if each slice numbers its own
 *     samples, as in a closed loop with a time limit
 * @param clock the difference between the clock of the machine and the clock of the coordinator; empty if it was not measured
 */
public record RunSlice(
        int rank, int count, String node, Optional<Instant> startAt, boolean numbersAll, Optional<Clock> clock) {

    /**
     * The difference between two wall clocks.
     *
     * @param offsetNanos the clock of the machine minus the other clock
     * @param boundNanos the maximum error of the offset
     */
    public record Clock(long offsetNanos, long boundNanos) {}

    public RunSlice {
        if (count < 1 || rank < 0 || rank >= count) {
            throw new IllegalArgumentException("the slice " + rank + "/" + count + " does not exist");
        }
        Objects.requireNonNull(node, "node");
        Objects.requireNonNull(startAt, "startAt");
        clock = clock == null ? Optional.empty() : clock; // files of earlier versions have none
    }

    /** Returns the clock offset of the machine; zero if unknown. */
    Duration clockOffset() {
        return Duration.ofNanos(clock.map(Clock::offsetNanos).orElse(0L));
    }

    /** Returns the text that is added to the name of the load, such as {@code ", slice 0/3"}. */
    public String suffix() {
        return ", slice " + rank + "/" + count;
    }

    /** Returns the name for sentences. */
    String name() {
        return "slice " + rank + "/" + count + " on " + node;
    }
}
