// SPDX-License-Identifier: Apache-2.0
package io.loadharness.report.compare;

import io.loadharness.metrics.Distribution;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.DoubleSupplier;

/**
 * How a difference would vary if both runs had met other requests of the same kind: each run's values are drawn again, with
 * replacement, many times. Always with the same seed, so that the same runs give the same interval. It takes the values of a run as
 * independent.
 */
final class Bootstrap {

    private static final int DRAWS = 3999;
    private static final int LOW = (DRAWS + 1) * 25 / 1000 - 1;
    private static final long SEED = 20_260_101;

    /** Of more values than these, the mean is as good as normal. */
    private static final int FEW = 1000;

    private Bootstrap() {}

    static Interval difference(Distribution base, Distribution other, Statistic statistic) {
        SplittableRandom random = new SplittableRandom(SEED);
        DoubleSupplier ofBase = draws(base, statistic, random);
        DoubleSupplier ofOther = draws(other, statistic, random);
        double[] differences = new double[DRAWS];
        Arrays.setAll(differences, i -> ofOther.getAsDouble() - ofBase.getAsDouble());
        Arrays.sort(differences);
        return new Interval(differences[LOW], differences[DRAWS - 1 - LOW]);
    }

    /** The statistic of one sample of values after the other. */
    private static DoubleSupplier draws(Distribution values, Statistic statistic, SplittableRandom random) {
        if (statistic.percentage().isPresent()) {
            return percentiles(values, statistic.percentage().getAsInt(), random);
        }
        return values.count() <= FEW ? () -> mean(values, random) : () -> likelyMean(values, random);
    }

    /** The k-th of n values that are drawn anew is at the quantile that the k-th of n uniform variables has. */
    private static DoubleSupplier percentiles(Distribution values, int percentage, SplittableRandom random) {
        long count = values.count();
        long k = (long) ((double) count * (percentage / 100.0)) + 1;
        Beta quantiles = new Beta((double) k, (double) (count - k + 1), random);
        return () -> values.at(Math.min(count - 1, (long) (quantiles.next() * (double) count)));
    }

    private static double mean(Distribution values, SplittableRandom random) {
        double sum = 0;
        for (long i = 0; i < values.count(); i++) {
            sum += values.at(random.nextLong(values.count()));
        }
        return sum / values.count();
    }

    private static double likelyMean(Distribution values, SplittableRandom random) {
        return values.mean() + values.deviation() / Math.sqrt((double) values.count()) * random.nextGaussian();
    }

    /** Draws from a beta distribution, as a ratio of gamma variables by the method of Marsaglia and Tsang. For one thread. */
    static final class Beta {

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
}
