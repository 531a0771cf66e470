// SPDX-License-Identifier: Apache-2.0
package io.loadharness.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import org.assertj.core.data.Offset;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

class HistogramTest {

    private final Histogram histogram = Histogram.ofSeconds();

    @Test
    void percentilesAreAtMostFivePercentTooHigh() {
        for (int micros = 1; micros <= 100_000; micros++) {
            histogram.add(micros * 1000L);
        }

        assertThat(histogram.quantile(0.5)).isBetween(0.050, 0.0525);
        assertThat(histogram.quantile(0.99)).isBetween(0.099, 0.104);
        assertThat(histogram.count()).isEqualTo(100_000);
        assertThat(histogram.sumSeconds()).isCloseTo(5000.05, Percentage.withPercentage(0.0001));
    }

    @Test
    void vllmBoundsCountExactly() {
        histogram.add(1_000_000);
        histogram.add(1_000_001);
        histogram.add(5_000_000);

        assertThat(histogram.upTo(0.001)).isEqualTo(1);
        assertThat(histogram.upTo(0.005)).isEqualTo(3);
    }

    @Test
    void emptyHistogramHasPercentileZero() {
        assertThat(histogram.quantile(0.5)).isZero();
    }

    @Test
    void valuesAboveAllBoundsCountAsTheLastBound() {
        histogram.add(10_000_000_000_000L);

        assertThat(histogram.count()).isEqualTo(1);
        assertThat(histogram.quantile(0.5)).isCloseTo(2560, Offset.offset(0.001));
    }
}
