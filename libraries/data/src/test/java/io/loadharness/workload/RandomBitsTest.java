// SPDX-License-Identifier: Apache-2.0
package io.loadharness.workload;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RandomBitsTest {

    @Test
    void matchTheReferenceValuesOfSplitMix64() {
        RandomBits random = new RandomBits(1234567);

        assertThat(LongStream.generate(random::next).limit(5).mapToObj(Long::toUnsignedString))
                .containsExactly(
                        "6457827717110365317",
                        "3203168211198807973",
                        "9817491932198370423",
                        "4593380528125082431",
                        "16408922859458223821");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 100, 1000})
    void numbersBelowABoundAreEquallyFrequent(int bound) {
        RandomBits random = new RandomBits(3);
        long[] seen = new long[bound];
        for (int i = 0; i < 200_000; i++) {
            seen[random.below(bound)]++;
        }
        double[] expected = new double[bound];
        Arrays.fill(expected, 200_000.0 / bound);

        if (bound > 1) {
            assertThat(Fit.chiSquare(seen, expected)).isLessThan(1);
        }
        assertThat(seen).doesNotContain(0);
    }

    @Test
    void supportTheMaximumBound() {
        RandomBits random = new RandomBits(8);

        assertThat(LongStream.generate(() -> random.below(Integer.MAX_VALUE)).limit(1000))
                .allMatch(each -> each >= 0 && each < Integer.MAX_VALUE)
                .anyMatch(each -> each > Integer.MAX_VALUE * 0.99);
    }

    @Test
    void areUniformInTheUnitInterval() {
        RandomBits random = new RandomBits(5);
        double[] values = new double[100_000];
        Arrays.setAll(values, each -> random.unit());

        assertThat(Fit.kolmogorovSmirnov(values, value -> value)).isLessThan(1);
        assertThat(Arrays.stream(values)).allMatch(each -> each > 0 && each < 1);
    }

    @Test
    void neighboringStreamsAreIndependent() {
        double[] firsts = new double[100_000];
        Arrays.setAll(firsts, each -> new RandomBits(RandomBits.branch(0, each)).unit());

        assertThat(Fit.kolmogorovSmirnov(firsts, value -> value)).isLessThan(1);
        assertThat(Arrays.stream(firsts).distinct().count()).isEqualTo(firsts.length);
    }
}
