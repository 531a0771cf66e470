// SPDX-License-Identifier: Apache-2.0
package io.loadharness.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RandomNumbersTest {

    /** Checks that schedules are the same as in earlier versions, which used the JDK's SplittableRandom. */
    @ParameterizedTest
    @ValueSource(longs = {0, 1, -1, 42, Long.MIN_VALUE})
    void theNumbersAreThoseOfSplitMix64(long seed) {
        SplittableRandom expected = new SplittableRandom(new SplittableRandom(seed).nextLong() + 2);
        RandomNumbers random = new RandomNumbers(seed, RandomNumbers.Purpose.SAMPLES);

        for (int i = 0; i < 1000; i++) {
            assertThat(random.uniform()).isEqualTo(((expected.nextLong() >>> 11) + 1) * 0x1p-53);
        }
    }

    @Test
    void purposesWithTheSameSeedHaveDifferentNumbers() {
        assertThat(new RandomNumbers(7, RandomNumbers.Purpose.ARRIVALS).uniform())
                .isNotEqualTo(new RandomNumbers(7, RandomNumbers.Purpose.SAMPLES).uniform())
                .isNotEqualTo(new RandomNumbers(7, RandomNumbers.Purpose.LOADED_SET).uniform());
    }
}
