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
    CONCURRENT,
    /** At rates up to the one that the servers can bear. */
    SWEEP;

    boolean hasRate() {
        return this == CONSTANT || this == POISSON || this == GAMMA || this == RAMP;
    }
}
