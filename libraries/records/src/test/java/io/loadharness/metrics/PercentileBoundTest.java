// SPDX-License-Identifier: Apache-2.0
package io.loadharness.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.MathContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests the bounds with numbers of LoadGen. */
class PercentileBoundTest {

    @ParameterizedTest
    @CsvSource({"50, 11", "75, 24", "80, 31", "90, 64", "95, 130", "97, 219", "99, 662", "99.9, 6636", "99.99, 66381"})
    void aPercentileNeedsAMinimumNumberOfValues(double percentage, long count) {
        assertThat(PercentileBound.minCount(percentage)).isEqualTo(count);
        assertThat(PercentileBound.discarded(count - 1, percentage)).isZero();
        assertThat(PercentileBound.discarded(count, percentage)).isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource({
        "838, 2",
        "1307, 5",
        "2010, 10",
        "3304, 20",
        "6898, 50",
        "12571, 100",
        "23527, 200",
        "13368, 107",
        "24576, 209",
        "26736, 229",
        "48289, 432"
    })
    void moreValuesAreDiscardedForThe99thPercentile(long count, long discarded) {
        assertThat(PercentileBound.discarded(count, 99)).isEqualTo(discarded);
    }

    @Test
    void the450thLongestOf5000QueriesBoundsThe90thPercentile() {
        assertThat(PercentileBound.discarded(5000, 90)).isEqualTo(450);
    }

    @Test
    void aMillionValuesHaveABound() {
        assertThat(PercentileBound.discarded(1_000_000, 50)).isBetween(498_000L, 499_999L);
    }

    /** Compares the bounds with the sum of the binomial distribution, computed in decimal arithmetic. */
    @ParameterizedTest
    @CsvSource({"5000, 50", "20000, 50", "20000, 90", "40000, 95", "200000, 99"})
    void manyValuesHaveTheBoundOfTheBinomialSum(int count, double percentage) {
        BigDecimal above = BigDecimal.valueOf(100 - percentage).movePointLeft(2);
        BigDecimal below = BigDecimal.ONE.subtract(above);
        BigDecimal term = below.pow(count, MathContext.DECIMAL64);
        BigDecimal sum = term;
        BigDecimal odds = above.divide(below, MathContext.DECIMAL64);
        long discarded = 0;
        for (int k = 0; sum.doubleValue() <= 0.01; k++) {
            discarded = k;
            term = term.multiply(BigDecimal.valueOf(count - k), MathContext.DECIMAL64)
                    .divide(BigDecimal.valueOf(k + 1), MathContext.DECIMAL64)
                    .multiply(odds, MathContext.DECIMAL64);
            sum = sum.add(term, MathContext.DECIMAL64);
        }

        assertThat(PercentileBound.discarded(count, percentage)).isEqualTo(discarded);
    }

    @Test
    void theBoundOfHundredsOfMillionsIsFast() {
        // the mean minus 2.326 standard deviations
        assertThat(PercentileBound.discarded(200_000_000, 50)).isBetween(99_983_500L, 99_983_600L);
    }
}
