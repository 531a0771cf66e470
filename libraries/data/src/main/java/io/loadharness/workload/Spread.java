package io.loadharness.workload;

/** What low and high variance mean in profiles. */
enum Spread {
    NONE(0),
    LOW(0.1),
    MEDIUM(0.3),
    HIGH(0.6);

    /** How many times the mean the longest length is, and the mean the shortest: so far out that the bounds are hardly ever met. */
    private static final int REACH = 8;

    private final double ratio;

    Spread(double ratio) {
        this.ratio = ratio;
    }

    /** The standard deviation, as a part of the mean. */
    double ratio() {
        return ratio;
    }

    Distribution around(int mean) {
        return this == NONE
                ? Distribution.fixed(mean)
                : Distribution.lognormal(mean, ratio * mean, Math.max(1, mean / REACH), mean * REACH);
    }
}
