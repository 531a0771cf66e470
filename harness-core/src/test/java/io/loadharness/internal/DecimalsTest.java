// SPDX-License-Identifier: Apache-2.0
package io.loadharness.internal;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DecimalsTest {

    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "2, 2",
        "425.009097, 425",
        "2.63158, 2.632",
        "17496.109, 17496",
        "102179.341, 102179",
        "0.00012345, 0.0001235",
        "0.1, 0.1",
        "-3.14159, -3.142",
        "1e20, 100000000000000000000",
        "NaN, NaN"
    })
    void showsFourSignificantDigits(double value, String text) {
        assertThat(Decimals.text(value)).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource({
        "425.009097, 100, 425",
        "7.000004, 7, 7.000004",
        "99.99996, 100, 99.99996",
        "1.00004, 1, 1.00004",
        "100004.4, 100004, 100004.4",
        "100, 100, 100",
        "7.000000000000001, 7.000000000000001, 7",
        "NaN, 1, NaN"
    })
    void remainsOnItsSideOfALimit(double value, double limit, String text) {
        assertThat(Decimals.text(value, limit)).isEqualTo(text);
    }
}
