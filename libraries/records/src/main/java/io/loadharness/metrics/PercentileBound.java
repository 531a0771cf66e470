// SPDX-License-Identifier: Apache-2.0
package io.loadharness.metrics;

/**
 * The upper 99 % confidence bound of a percentile, computed with the binomial rule that LoadGen uses for early stopping. This class finds
 * the rank of the bound, and {@link Distribution#bound} returns the value at this rank.
 */
public final class PercentileBound {

    private static final double LOG_OF_ERROR_PROBABILITY = Math.log(0.01);
    private static final double DEVIATIONS = 40;
    private static final long MIN_SKIPPED = 1000;

    private PercentileBound() {}

    /** Returns the smallest number of values for which a percentile has a bound, such as 662 for the 99th percentile. */
    public static long minCount(double percentage) {
        long count = 2;
        while (discarded(count, percentage) == 0) {
            count *= 2;
        }
        long tooFew = count / 2;
        while (count - tooFew > 1) {
            long middle = (count + tooFew) / 2;
            if (discarded(middle, percentage) == 0) {
                tooFew = middle;
            } else {
                count = middle;
            }
        }
        return count;
    }

    /** Returns the number of values from the bound to the largest value, both included; 0 if the percentile has no bound. */
    static long discarded(long count, double percentage) {
        double above = 1 - percentage / 100;
        long first = negligible(count, above);
        double logOfTerm = logOfTerm(count, first, above);
        double logOfSum = logOfTerm;
        long discarded = 0;
        for (long k = first; logOfSum <= LOG_OF_ERROR_PROBABILITY && k < count; k++) {
            discarded = k;
            logOfTerm += Math.log((count - k) / (k + 1.0)) + Math.log(above / (1 - above));
            logOfSum += Math.log1p(Math.exp(logOfTerm - logOfSum));
        }
        return discarded;
    }

    /**
     * Returns the number of terms that the sum can skip at its start, because they are too small for a {@code double}. Returns 0 if it can
     * skip only few terms.
     */
    private static long negligible(long count, double above) {
        double mean = count * above;
        long few = (long) (mean - DEVIATIONS * Math.sqrt(mean * (1 - above)));
        return few < MIN_SKIPPED ? 0 : few;
    }

    /** Returns the logarithm of the probability that exactly {@code k} values are above the percentile. */
    private static double logOfTerm(long count, long k, double above) {
        return k == 0
                ? count * Math.log1p(-above)
                : logOfFactorial((double) count)
                        - logOfFactorial((double) k)
                        - logOfFactorial((double) (count - k))
                        + k * Math.log(above)
                        + (count - k) * Math.log1p(-above);
    }

    /** Computes the logarithm of the factorial of a large number by Stirling's series. */
    private static double logOfFactorial(double n) {
        return n * Math.log(n) - n + Math.log(2 * Math.PI * n) / 2 + 1 / (12 * n);
    }
}
