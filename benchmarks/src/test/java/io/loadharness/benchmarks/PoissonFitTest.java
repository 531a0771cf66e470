// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class PoissonFitTest {

    private static final double RATE = 500;

    private static long[] poisson() {
        Random random = new Random(1);
        double[] at = {0};
        return LongStream.generate(() -> (long) (at[0] -= Math.log(1 - random.nextDouble()) * 1e9 / RATE))
                .limit(100_000)
                .toArray();
    }

    @Test
    void poissonArrivalsFit() {
        PoissonFit fit = PoissonFit.of(poisson(), RATE);

        assertThat(fit.shortGaps()).isCloseTo(1, within(0.05));
        assertThat(fit.ksDistance()).isLessThan(0.006);
    }

    @Test
    void timesThatAWakeUpMergesHaveMoreShortGaps() {
        long tick = 300_000;
        PoissonFit fit = PoissonFit.of(
                LongStream.of(poisson()).map(nanos -> (nanos / tick + 1) * tick).toArray(), RATE);

        assertThat(fit.shortGaps()).isGreaterThan(1.4);
        assertThat(fit.ksDistance()).isGreaterThan(0.06);
    }
}
