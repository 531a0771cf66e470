// SPDX-License-Identifier: Apache-2.0
package io.loadharness.simulator;

/** When which job makes a token, on a clock that the caller keeps. For one thread. */
interface BatchSchedule {

    /** There is nothing to do until a job arrives. */
    long NEVER = Long.MAX_VALUE;

    /** A job has arrived, not before those that were added earlier. */
    void add(Job job, long now);

    /** When there is something to do next, or {@link #NEVER}. */
    long next();

    /** Does what is to be done next, on its time. */
    void advance();

    /** How many jobs are worked on. */
    int running();

    /** How many jobs wait for that. */
    int waiting();
}
