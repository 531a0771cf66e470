package io.loadharness.cli.load;

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
    CONCURRENT;

    boolean hasRate() {
        return this != BURST && this != CONCURRENT;
    }
}
