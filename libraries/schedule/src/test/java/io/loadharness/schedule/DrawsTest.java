// SPDX-License-Identifier: Apache-2.0
package io.loadharness.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DrawsTest {

    /** Schedules and orders of earlier versions, which drew from the JDK, stay as they were. */
    @ParameterizedTest
    @ValueSource(longs = {0, 1, -1, 42, Long.MIN_VALUE})
    void theNumbersAreThoseOfSplitMix64(long seed) {
        SplittableRandom expected = new SplittableRandom(new SplittableRandom(seed).nextLong() + 2);
        Draws draws = new Draws(seed, Draws.Purpose.SAMPLES);

        for (int i = 0; i < 1000; i++) {
            assertThat(draws.uniform()).isEqualTo(((expected.nextLong() >>> 11) + 1) * 0x1p-53);
        }
    }

    @Test
    void purposesWithTheSameSeedDrawDifferentNumbers() {
        assertThat(new Draws(7, Draws.Purpose.ARRIVALS).uniform())
                .isNotEqualTo(new Draws(7, Draws.Purpose.SAMPLES).uniform())
                .isNotEqualTo(new Draws(7, Draws.Purpose.LOADED_SET).uniform());
    }
}
