// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.run;

/** The values of {@code --load}. */
public enum LoadKind {
    /** Evenly spaced requests. */
    CONSTANT,
    /** Poisson arrivals: requests are independent of each other. */
    POISSON,
    /** Gamma arrivals: more or less bursty than Poisson. */
    GAMMA,
    /** A rate that changes linearly. */
    RAMP,
    /** All requests at once. */
    BURST,
    /** A closed loop with a fixed number of requests in flight. */
    CONCURRENT,
    /** The arrival times of a trace. */
    REPLAY,
    /** Conversations, in which each turn waits for the previous turn. */
    SESSIONS,
    /** Several rates, up to the rate at which the servers are saturated. */
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

    /** Returns true if the data set determines the number of requests. */
    boolean isSizedByData() {
        return this == REPLAY || this == SESSIONS;
    }
}
