// SPDX-License-Identifier: Apache-2.0
package io.loadharness.workload;

/**
 * A distribution before rounding and bounds. Each value consumes the same number of random numbers. Uses only {@link StrictMath} and
 * operations that IEEE 754 rounds exactly, because other functions of {@link Math} may differ between machines.
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

    /** Returns Azzalini's skew-normal distribution, from two independent normal values. */
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

    /** Returns the lognormal distribution whose values, not their logarithms, have this mean and deviation. */
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

    /** The Poisson distribution by inversion: one random number for any mean. */
    final class Poisson implements LengthShape {

        /** The width of the table in standard deviations; values outside have a probability below 10^-20. */
        private static final int DEVIATIONS = 10;

        /** The minimum width, for small means. */
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

        /** Returns likelihoods relative to the mode, because exp(-mean) may underflow. */
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
