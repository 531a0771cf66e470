// SPDX-License-Identifier: Apache-2.0
package io.loadharness.simulator;

/** A schedule that decides when each sequence gets its next token. The caller passes the current time. Not thread-safe. */
interface TokenScheduler {

    /** The result of {@link #next} if no step is planned. The next call of {@link #add} then plans a step. */
    long NEVER = Long.MAX_VALUE;

    /** Adds a sequence that arrived at the time {@code now}. Sequences must be added in the order of arrival. */
    void add(TokenSchedulerEntry entry, long now);

    /** Returns the planned time of the next step, as from {@link System#nanoTime}, or {@link #NEVER}. */
    long next();

    /** Executes the step that {@link #next} planned. The step uses its planned time as the current time, even if the call is late. */
    void advance();

    /** Returns the number of sequences in the batch. */
    int running();

    /** Returns the number of sequences that wait for room in the batch. */
    int waiting();
}
