// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.run;

/** The loads of {@code --load}. */
public enum LoadKind {
    /** Evenly spaced. */
    CONSTANT,
    /** Independent of each other. */
    POISSON,
    /** Bursty or calm. */
    GAMMA,
    /** At a rate that changes. */
    RAMP,
    /** All at once. */
    BURST,
    /** So many at a time. */
    CONCURRENT,
    /** When the requests of a trace came. */
    REPLAY,
    /** Conversations, of which each turn waits for the one before. */
    SESSIONS,
    /** At rates up to the one that the servers can bear. */
    SWEEP;

    boolean needsRate() {
        return this == CONSTANT || this == POISSON || this == GAMMA || this == RAMP;
    }

    boolean takesRate() {
        return needsRate() || this == SESSIONS;
    }

    boolean takesThinkTime() {
        return this == CONCURRENT || this == SESSIONS;
    }

    /** Whether the data says how many requests there are. */
    boolean isOfData() {
        return this == REPLAY || this == SESSIONS;
    }
}
