// SPDX-License-Identifier: Apache-2.0
package io.loadharness.report.compare;

import io.loadharness.metrics.Distribution;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.DoubleSupplier;

/**
 * Bootstrap confidence intervals for the difference of two runs. Values of each run are drawn with replacement many times. The seed is
 * fixed, so that the same runs always result in the same interval. The method assumes that the values of a run are independent.
 */
final class Bootstrap {

    private static final int RESAMPLES = 3999;
    private static final int LOW = (RESAMPLES + 1) * 25 / 1000 - 1;
    private static final long SEED = 20_260_101;

    /** Maximum number of values for which the mean is resampled. With more values, the mean is assumed to be normally distributed. */
    private static final int MAX_RESAMPLED = 1000;

    private Bootstrap() {}

    static Interval difference(Distribution base, Distribution other, Statistic statistic) {
        SplittableRandom random = new SplittableRandom(SEED);
        DoubleSupplier ofBase = draws(base, statistic, random);
        DoubleSupplier ofOther = draws(other, statistic, random);
        double[] differences = new double[RESAMPLES];
        Arrays.setAll(differences, i -> ofOther.getAsDouble() - ofBase.getAsDouble());
        Arrays.sort(differences);
        return new Interval(differences[LOW], differences[RESAMPLES - 1 - LOW]);
    }

    /** Returns a supplier that draws a new resample at each call and returns its statistic. */
    private static DoubleSupplier draws(Distribution values, Statistic statistic, SplittableRandom random) {
        if (statistic.percentage().isPresent()) {
            return percentiles(values, statistic.percentage().getAsInt(), random);
        }
        return values.count() <= MAX_RESAMPLED ? () -> mean(values, random) : () -> normalMean(values, random);
    }

    /**
     * Returns a supplier that draws percentiles of resamples. The k-th smallest of n resampled values is a quantile of the data. The level
     * of this quantile is the k-th smallest of n uniform random numbers, which has a beta distribution. One beta variable therefore
     * replaces n draws.
     */
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

    private static double normalMean(Distribution values, SplittableRandom random) {
        return values.mean() + values.deviation() / Math.sqrt((double) values.count()) * random.nextGaussian();
    }

    /** Draws beta variables as ratios of gamma variables, by the method of Marsaglia and Tsang. Not thread-safe. */
    static final class Beta {

        private final double first;
        private final double second;
        private final SplittableRandom random;

        /** Creates a generator. Both shape parameters must be at least 1. */
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
