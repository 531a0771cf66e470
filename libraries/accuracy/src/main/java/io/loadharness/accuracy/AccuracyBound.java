// SPDX-License-Identifier: Apache-2.0
package io.loadharness.accuracy;

import java.util.Objects;

/**
 * The minimum of a score.
 *
 * <pre>{@code
 * AccuracyBound bound = new AccuracyBound("accuracy", 75.6954, 3); // MLPerf's bound of ResNet-50
 * }</pre>
 *
 * @param score the name of the score, for example {@code accuracy}
 * @param min the minimum
 * @param decimals the number of decimals to which the score is rounded before the comparison, because MLPerf's submission checker compares
 *     the rounded score that a script prints
 */
public record AccuracyBound(String score, double min, int decimals) {

    /** The number of decimals of scores that are not rounded. */
    public static final int EXACT = 16;

    public AccuracyBound {
        Objects.requireNonNull(score, "score");
        if (!Double.isFinite(min)) {
            throw new IllegalArgumentException("the bound of " + score + " must be a number: got " + min);
        }
    }

    /**
     * The comparison of a score with its bound.
     *
     * @param score the name of the score
     * @param actual the score, rounded as for the comparison
     * @param min the minimum
     * @param met true if the score is not below the minimum
     */
    public record Check(String score, double actual, double min, boolean met) {

        /** Returns the comparison as one sentence. */
        public String sentence() {
            return score + " is " + text(actual) + (met ? ", at least " : ", below the bound ") + text(min);
        }
    }

    private static String text(double value) {
        return FloatText.shortest(FloatText.rounded(value, 6));
    }

    Check check(double actual) {
        double rounded = FloatText.rounded(actual, decimals);
        return new Check(score, rounded, min, rounded >= min);
    }
}
