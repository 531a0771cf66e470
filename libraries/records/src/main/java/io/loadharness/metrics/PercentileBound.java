// SPDX-License-Identifier: Apache-2.0
package io.loadharness.metrics;

/**
 * The upper 99 % confidence bound of a percentile, by the rule by which LoadGen stops runs early (binomial). {@link Distribution#bound}
 * takes the value at the rank that this class finds.
 */
public final class PercentileBound {

    private static final double LOG_OF_DOUBT = Math.log(0.01);
    private static final double DEVIATIONS = 40;
    private static final long WORTH_SKIPPING = 1000;

    private PercentileBound() {}

    /** The least count of values for which a percentile has a bound, as 662 for the 99th. */
    public static long leastCount(double percentage) {
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

    /** How many of the greatest values, with the bound itself, are at or above the bound of a percentile; 0 if it has none. */
    static long discarded(long count, double percentage) {
        double above = 1 - percentage / 100;
        long first = negligible(count, above);
        double logOfTerm = logOfTerm(count, first, above);
        double logOfSum = logOfTerm;
        long discarded = 0;
        for (long k = first; logOfSum <= LOG_OF_DOUBT && k < count; k++) {
            discarded = k;
            logOfTerm += Math.log((count - k) / (k + 1.0)) + Math.log(above / (1 - above));
            logOfSum += Math.log1p(Math.exp(logOfTerm - logOfSum));
        }
        return discarded;
    }

    /** So few above it are less likely than any number that a computer can tell from zero; 0 if that is not so of enough to matter. */
    private static long negligible(long count, double above) {
        double mean = count * above;
        long few = (long) (mean - DEVIATIONS * Math.sqrt(mean * (1 - above)));
        return few < WORTH_SKIPPING ? 0 : few;
    }

    /** The logarithm of the chance that exactly {@code k} are above. */
    private static double logOfTerm(long count, long k, double above) {
        return k == 0
                ? count * Math.log1p(-above)
                : logOfFactorial((double) count)
                        - logOfFactorial((double) k)
                        - logOfFactorial((double) (count - k))
                        + k * Math.log(above)
                        + (count - k) * Math.log1p(-above);
    }

    /** By Stirling's series, of numbers that are large. */
    private static double logOfFactorial(double n) {
        return n * Math.log(n) - n + Math.log(2 * Math.PI * n) / 2 + 1 / (12 * n);
    }
}
