package io.loadharness.report.compare;

import java.util.SplittableRandom;

/** Draws from a beta distribution, as a ratio of gamma variables by the method of Marsaglia and Tsang. For one thread. */
final class Beta {

    private final double first;
    private final double second;
    private final SplittableRandom random;

    /** Both shapes are at least 1. */
    Beta(double first, double second, SplittableRandom random) {
        this.first = first;
        this.second = second;
        this.random = random;
    }

    double next() {
        double above = gamma(first);
        return above / (above + gamma(second));
    }

    private double gamma(double shape) {
        double d = shape - 1 / 3.0;
        double c = 1 / Math.sqrt(9 * d);
        while (true) {
            double normal = random.nextGaussian();
            double root = 1 + c * normal;
            if (root > 0) {
                double v = root * root * root;
                if (Math.log(1 - random.nextDouble()) < normal * normal / 2 + d - d * v + d * Math.log(v)) {
                    return d * v;
                }
            }
        }
    }
}
