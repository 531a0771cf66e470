// SPDX-License-Identifier: Apache-2.0
package io.loadharness.simulator;

/** A schedule that decides when each sequence gets its next token. The caller passes the current time. Not thread-safe. */
interface BatchSchedule {

    /** The result of {@link #next} if there is nothing to do until a sequence arrives. */
    long NEVER = Long.MAX_VALUE;

    /** Adds a sequence that has arrived. Sequences must be added in the order of arrival. */
    void add(BatchEntry entry, long now);

    /** Returns the time of the next step, or {@link #NEVER}. */
    long next();

    /** Executes the next step. The schedule uses the planned time of the step as the current time. */
    void advance();

    /** Returns the number of sequences in the batch. */
    int running();

    /** Returns the number of sequences that wait for room in the batch. */
    int waiting();
}
