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
        return spread(OptionalInt.of(concurrency), workers);
    }

    private static Spread spread(OptionalInt concurrency, int workers) {
        return new Spread(
                Routing.WEIGHTED,
                List.of(3, 1),
                concurrency,
                false,
                workers,
                1,
                OptionalInt.empty(),
                SampleOrder.ISSUED);
    }

    private static int[] limits(Spread spread, int backends) {
        return IntStream.range(0, backends)
                .map(each -> spread.concurrency(each).orElseThrow())
                .toArray();
    }

    @Test
    void workersShareTheConcurrencyOfEachServerWithoutRest() {
        assertThat(limits(spread(10, 4), 8)).containsExactly(3, 3, 2, 2, 3, 3, 2, 2);
        assertThat(limits(spread(10, 1), 2)).containsExactly(10, 10);
        assertThat(limits(spread(2, 4), 4)).containsExactly(1, 1, 1, 1);
        assertThat(spread(OptionalInt.empty(), 4).concurrency(3)).isEmpty();
    }

    @Test
    void workersOfAServerHaveItsWeight() {
        assertThat(IntStream.range(0, 8).map(spread(10, 4)::weight)).containsExactly(3, 3, 3, 3, 1, 1, 1, 1);
    }
}
