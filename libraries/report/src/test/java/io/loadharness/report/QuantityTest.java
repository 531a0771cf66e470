// SPDX-License-Identifier: Apache-2.0
package io.loadharness.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class QuantityTest {

    @Test
    void formatsRatesWithSignificantDigits() {
        assertThat(Quantity.rate(0)).isEqualTo("0");
        assertThat(Quantity.rate(0.001)).isEqualTo("0.001");
        assertThat(Quantity.rate(0.0123)).isEqualTo("0.012");
        assertThat(Quantity.rate(0.5)).isEqualTo("0.5");
        assertThat(Quantity.rate(1234)).isEqualTo("1,234");
    }

    @Test
    void onlySmallNumbersHaveDecimals() {
        assertThat(Quantity.number(1_234_567.8)).isEqualTo("1,234,568");
        assertThat(Quantity.number(72.34)).isEqualTo("72.3");
        assertThat(Quantity.number(0.9512)).isEqualTo("0.951");
        assertThat(Quantity.number(64)).isEqualTo("64");
        assertThat(Quantity.number(-1e308)).isEqualTo("-1.000e+308");
    }

    @Test
    void durationsHaveASuitableUnit() {
        assertThat(Quantity.duration(Duration.ofNanos(90))).isEqualTo("90 ns");
        assertThat(Quantity.duration(Duration.ofNanos(1_500))).isEqualTo("1.5 µs");
        assertThat(Quantity.duration(Duration.ofNanos(1_170_000))).isEqualTo("1.17 ms");
        assertThat(Quantity.duration(Duration.ofMillis(3_040))).isEqualTo("3.0 s");
    }
}
