// SPDX-License-Identifier: Apache-2.0
package io.loadharness.workload;

/**
 * A distribution of lengths that are not yet rounded and not yet limited to the bounds. All values of a distribution consume the same
 * number of random numbers. The implementations use only {@link StrictMath} and operations whose rounding IEEE 754 defines exactly, because
 * other functions of {@link Math} may give different results on different machines.
 */
@FunctionalInterface
interface LengthShape {

    double draw(RandomBits random);

    static LengthShape uniform(LengthBounds bounds) {
        int lengths = bounds.max() - bounds.min() + 1;
        return random -> bounds.min() + (double) random.below(lengths);
    }

    static LengthShape normal(double mean, double stdDev) {
        return random -> mean + stdDev * radius(random) * StrictMath.cos(angle(random));
    }

    /** Returns Azzalini's skew-normal distribution, computed from two independent normally distributed values. */
    static LengthShape skewNormal(double location, double scale, double skew) {
        double delta = skew / Math.sqrt(1 + skew * skew);
        double rest = Math.sqrt(1 - delta * delta);
        return random -> {
            double radius = radius(random);
            double angle = angle(random);
            double skewed = Math.abs(radius * StrictMath.cos(angle));
            return location + scale * (delta * skewed + rest * radius * StrictMath.sin(angle));
        };
    }

    /** Returns the lognormal distribution. The mean and standard deviation are those of the values, not of their logarithms. */
    static LengthShape lognormal(double mean, double stdDev) {
        double ratio = stdDev / mean;
        double variance = StrictMath.log1p(ratio * ratio);
        LengthShape logarithm = normal(StrictMath.log(mean) - variance / 2, Math.sqrt(variance));
        return random -> StrictMath.exp(logarithm.draw(random));
    }

    static LengthShape empirical(int[] values) {
        return random -> values[random.below(values.length)];
    }

    // Box-Muller transform: two uniform values become a point that is normally distributed in both coordinates.

    private static double radius(RandomBits random) {
        return Math.sqrt(-2 * StrictMath.log(random.unit()));
    }

    private static double angle(RandomBits random) {
        return 2 * Math.PI * random.unit();
    }

    /**
     * The Poisson distribution, drawn by inversion of a table of cumulative probabilities. Each value consumes one random number,
     * independent of the mean.
     */
    final class Poisson implements LengthShape {

        /**
         * The number of standard deviations that the table covers on each side of the mode. The probability of values outside the table is
         * below 10^-20.
         */
        private static final int DEVIATIONS = 10;

        /** The number of additional values that the table covers on each side of the mode. They matter for small means. */
        private static final int MIN_WIDTH = 40;

        private final int first;
        private final double[] sums;

        Poisson(double mean) {
            int mode = (int) mean;
            int width = (int) (DEVIATIONS * Math.sqrt(mean)) + MIN_WIDTH;
            first = Math.max(0, mode - width);
            sums = summed(likelihoods(mean, mode, mode - first + 1 + width));
        }

        @Override
        public double draw(RandomBits random) {
            double target = random.unit() * sums[sums.length - 1];
            int low = 0;
            int high = sums.length - 1;
            while (low < high) {
                int middle = (low + high) >>> 1;
                if (sums[middle] > target) {
                    high = middle;
                } else {
                    low = middle + 1;
                }
            }
            return first + (double) low;
        }

        /**
         * Returns the probability of each value relative to the probability of the mode. Absolute probabilities would need exp(-mean),
         * which may underflow.
         */
        private double[] likelihoods(double mean, int mode, int count) {
            double[] likelihoods = new double[count];
            int top = mode - first;
            likelihoods[top] = 1;
            for (int i = top; i > 0; i--) {
                likelihoods[i - 1] = likelihoods[i] * ((double) first + i) / mean;
            }
            for (int i = top + 1; i < count; i++) {
                likelihoods[i] = likelihoods[i - 1] * mean / ((double) first + i);
            }
            return likelihoods;
        }

        private static double[] summed(double[] values) {
            for (int i = 1; i < values.length; i++) {
                values[i] += values[i - 1];
            }
            return values;
        }
    }
}
