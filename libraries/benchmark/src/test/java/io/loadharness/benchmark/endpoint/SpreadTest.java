// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmark.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadharness.inference.Routing;
import io.loadharness.inference.SampleOrder;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** {@link Spread}: the shares of workers. */
class SpreadTest {

    private static Spread spread(int concurrency, int workers) {
        return new Spread(
                Routing.WEIGHTED, List.of(3, 1), concurrency, workers, 1, OptionalInt.empty(), SampleOrder.ISSUED);
    }

    @Test
    void workersShareTheConcurrencyOfEachServerWithoutRest() {
        assertThat(IntStream.range(0, 8).map(spread(10, 4)::concurrency)).containsExactly(3, 3, 2, 2, 3, 3, 2, 2);
        assertThat(IntStream.range(0, 2).map(spread(10, 1)::concurrency)).containsExactly(10, 10);
        assertThat(spread(Spread.UNLIMITED, 4).concurrency(3)).isEqualTo(Spread.UNLIMITED);
        assertThat(spread(2, 4).concurrency(3)).isEqualTo(1);
    }

    @Test
    void workersOfAServerHaveItsWeight() {
        assertThat(IntStream.range(0, 8).map(spread(10, 4)::weight)).containsExactly(3, 3, 3, 3, 1, 1, 1, 1);
    }
}
