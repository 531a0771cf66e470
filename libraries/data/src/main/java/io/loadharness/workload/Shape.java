package io.loadharness.workload;

/**
 * A distribution before rounding and bounds. Takes the same number of draws each time. Nothing but {@link StrictMath} and what IEEE 754
 * rounds exactly: {@link Math} may differ between machines.
 */
@FunctionalInterface
interface Shape {

    double draw(RandomBits random);

    static Shape uniform(Bounds bounds) {
        int lengths = bounds.max() - bounds.min() + 1;
        return random -> bounds.min() + (double) random.below(lengths);
    }

    static Shape normal(double mean, double stdDev) {
        return random -> mean + stdDev * radius(random) * StrictMath.cos(angle(random));
    }

    /** Azzalini's: of two independent normal values, the size of one pushes to the side of the skew. */
    static Shape skewNormal(double location, double scale, double skew) {
        double delta = skew / Math.sqrt(1 + skew * skew);
        double rest = Math.sqrt(1 - delta * delta);
        return random -> {
            double radius = radius(random);
            double angle = angle(random);
            double pushing = Math.abs(radius * StrictMath.cos(angle));
            return location + scale * (delta * pushing + rest * radius * StrictMath.sin(angle));
        };
    }

    /** With this mean and deviation itself, not those of its logarithm. */
    static Shape lognormal(double mean, double stdDev) {
        double ratio = stdDev / mean;
        double variance = StrictMath.log1p(ratio * ratio);
        Shape logarithm = normal(StrictMath.log(mean) - variance / 2, Math.sqrt(variance));
        return random -> StrictMath.exp(logarithm.draw(random));
    }

    static Shape empirical(int[] values) {
        return random -> values[random.below(values.length)];
    }

    // Box and Muller: two uniform values are a point of the plane that is normal in both directions.

    private static double radius(RandomBits random) {
        return Math.sqrt(-2 * StrictMath.log(random.unit()));
    }

    private static double angle(RandomBits random) {
        return 2 * Math.PI * random.unit();
    }
}
