package io.loadharness.report.compare;

/**
 * How many of some.
 *
 * @param count of those that it is about
 * @param total at least 1
 */
record Proportion(long count, long total) {

    /** A normal variable is so many deviations from its mean at most, with 95 % confidence. */
    private static final double DEVIATIONS = 1.959964;

    /**
     * Newcombe's interval of a difference, out of Wilson's intervals of both. Unlike a bootstrap it knows that none of a few may be some
     * of many.
     */
    static Interval difference(Proportion base, Proportion other) {
        Interval ofBase = base.wilson();
        Interval ofOther = other.wilson();
        double difference = other.share() - base.share();
        return new Interval(
                difference - Math.hypot(other.share() - ofOther.low(), ofBase.high() - base.share()),
                difference + Math.hypot(ofOther.high() - other.share(), base.share() - ofBase.low()));
    }

    private double share() {
        return (double) count / total;
    }

    private Interval wilson() {
        double square = DEVIATIONS * DEVIATIONS / total;
        double middle = (share() + square / 2) / (1 + square);
        double half = Math.sqrt(share() * (1 - share()) * square + square * square / 4) / (1 + square);
        return new Interval(Math.max(0, middle - half), Math.min(1, middle + half));
    }
}
