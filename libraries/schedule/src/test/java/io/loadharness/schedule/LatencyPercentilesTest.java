// SPDX-License-Identifier: Apache-2.0
package io.loadharness.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadharness.LatencyStatistics;
import java.time.Duration;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class LatencyPercentilesTest {

    @Test
    void percentilesAreThoseOfLoadGen() {
        LatencyStatistics statistics = LatencyPercentiles.of(
                        LongStream.rangeClosed(1, 1000).map(i -> 1001 - i).toArray())
                .orElseThrow();

        assertThat(statistics.min()).isEqualTo(Duration.ofNanos(1));
        assertThat(statistics.max()).isEqualTo(Duration.ofNanos(1000));
        assertThat(statistics.mean()).isEqualTo(Duration.ofNanos(500));
        assertThat(statistics.percentile(50)).isEqualTo(Duration.ofNanos(501));
        assertThat(statistics.percentile(99)).isEqualTo(Duration.ofNanos(991));
        assertThat(statistics.percentile(99.9)).isEqualTo(Duration.ofNanos(1000));
        assertThat(statistics.percentiles()).containsOnlyKeys(50.0, 90.0, 95.0, 97.0, 99.0, 99.9);
    }

    @Test
    void oneValueIsEveryPercentile() {
        LatencyStatistics statistics = LatencyPercentiles.of(new long[] {7}).orElseThrow();

        assertThat(statistics.percentiles().values()).containsOnly(Duration.ofNanos(7));
    }

    @Test
    void noValuesHaveNoStatistics() {
        assertThat(LatencyPercentiles.of(new long[0])).isEmpty();
    }
}
