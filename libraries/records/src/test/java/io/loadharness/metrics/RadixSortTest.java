// SPDX-License-Identifier: Apache-2.0
package io.loadharness.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RadixSortTest {

    private final SplittableRandom random = new SplittableRandom(1);

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 4095, 4096, 100_000})
    void numbersAreSortedAsTheLibrarySortsThem(int count) {
        check(random.longs(count).toArray());
        check(random.longs(count, 0, 1L << 33).toArray());
        check(random.longs(count, -5, 5).toArray());
        check(new long[count]);
    }

    @ParameterizedTest
    @ValueSource(longs = {Long.MIN_VALUE, Long.MAX_VALUE, -1, 0, 1L << 62})
    void extremeValuesAreSorted(long extreme) {
        long[] values = random.longs(10_000, 0, 1_000_000).toArray();
        values[7777] = extreme;
        check(values);
    }

    private static void check(long[] values) {
        long[] expected = values.clone();
        Arrays.sort(expected);

        RadixSort.sort(values);

        assertThat(values).isEqualTo(expected);
    }
}
