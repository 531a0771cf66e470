// SPDX-License-Identifier: Apache-2.0
package io.loadharness.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class BacklogTest {

    private static long[] arrivals(double rate, int count, long seed) {
        Random random = new Random(seed);
        double[] seconds = {0};
        return LongStream.range(0, count)
                .map(i -> {
                    seconds[0] -= Math.log(1 - random.nextDouble()) / rate;
                    return (long) (seconds[0] * 1e9);
                })
                .toArray();
    }

    @Test
    void anOverloadedServerHasAGrowingBacklog() {
        for (int seed = 0; seed < 100; seed++) {
            long[] arrivals = arrivals(1.25 * BatchModel.capacity(), 1000, seed);
            Backlog backlog = Backlog.of(arrivals, BatchModel.serve(arrivals)[1]);

            assertThat(backlog.isGrowing()).as("seed %d", seed).isTrue();
            assertThat(backlog.throughput()).isCloseTo(BatchModel.capacity(), within(0.02 * BatchModel.capacity()));
        }
    }

    @Test
    void aServerThatKeepsUpHasASteadyBacklog() {
        for (int seed = 0; seed < 100; seed++) {
            long[] arrivals = arrivals(0.9 * BatchModel.capacity(), 1000, seed);

            assertThat(Backlog.of(arrivals, BatchModel.serve(arrivals)[1]).isGrowing())
                    .as("seed %d", seed)
                    .isFalse();
        }
    }

    @Test
    void aRunThatIsShorterThanItsLatencyShowsNoGrowth() {
        long[] arrivals = arrivals(10, 100, 1);
        long[] ends =
                Arrays.stream(arrivals).map(each -> each + 60_000_000_000L).toArray();

        assertThat(Backlog.of(arrivals, ends).isGrowing()).isFalse();
        assertThat(Backlog.of(arrivals, ends).throughput()).isPositive();
    }

    @Test
    void completionsInBatchesHaveTheSameThroughput() {
        long[] ends =
                LongStream.range(0, 2000).map(i -> (i / 32 + 1) * 600_000_000).toArray();

        assertThat(Backlog.throughput(ends, 0, Long.MAX_VALUE).orElseThrow())
                .isCloseTo(32 / 0.6, within(0.01 * 32 / 0.6));
        assertThat(Backlog.throughput(ends, 0, 500_000_000)).isEmpty();
    }

    @Test
    void samplesWithoutEndsAreRejected() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Backlog.of(new long[2], new long[1]))
                .withMessage("a backlog needs one start and one end for each of at least one sample: got 2 starts and"
                        + " 1 ends");
    }
}
