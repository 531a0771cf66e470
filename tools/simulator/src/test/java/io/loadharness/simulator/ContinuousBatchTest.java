// SPDX-License-Identifier: Apache-2.0
package io.loadharness.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class ContinuousBatchTest {

    /** Timing: 1000 for a prompt and 10 for each of its tokens; 100 for a step and 1 for each request that decodes. */
    private final ContinuousBatch batch = new ContinuousBatch(timing(2));

    private long now;

    @Test
    void requestTakesPrefillThenSteps() {
        FakeBatchEntry entry = entry(5, 3);

        batch.add(entry, 50);
        runAll();

        assertThat(entry.times()).containsExactly(50L + 1050, 50L + 1050 + 101, 50L + 1050 + 202);
        assertThat(batch.next()).isEqualTo(TokenScheduler.NEVER);
    }

    @Test
    void requestDuringAStepJoinsTheNextStepAndDelaysOthers() {
        FakeBatchEntry first = entry(5, 3);
        FakeBatchEntry second = entry(1, 2);
        batch.add(first, 0);
        batch.add(second, 100);

        runAll();

        assertThat(first.times()).containsExactly(1050L, 1050L + 1010 + 101, 1050L + 1010 + 101 + 102);
        assertThat(second.times()).containsExactly(1050L + 1010 + 101, 1050L + 1010 + 101 + 102);
    }

    @Test
    void requestsBeyondTheBatchSizeWait() {
        FakeBatchEntry first = entry(0, 2);
        FakeBatchEntry second = entry(0, 3);
        FakeBatchEntry third = entry(0, 1);
        batch.add(first, 0);
        batch.add(second, 0);
        batch.add(third, 0);
        assertThat(batch.running()).isEqualTo(1);
        assertThat(batch.waiting()).isEqualTo(2);

        runAll();

        assertThat(first.times()).containsExactly(1000L, 2101L);
        assertThat(second.times()).containsExactly(2101L, 3202L, 3303L);
        assertThat(third.times()).containsExactly(3202L);
        assertThat(List.of(first.waited(), second.waited(), third.waited())).containsExactly(0L, 1000L, 2101L);
    }

    @Test
    void requestAfterTheEndOfAStepJoinsTheStepAfterNext() {
        FakeBatchEntry first = entry(0, 1);
        FakeBatchEntry second = entry(0, 1);
        batch.add(first, 0);
        batch.add(second, 1500); // the caller is late: the step ended at 1000

        runAll();

        assertThat(first.times()).containsExactly(1000L);
        assertThat(second.times()).containsExactly(2500L);
    }

    @Test
    void cancelledRequestLeavesAtTheEndOfTheStep() {
        FakeBatchEntry gone = entry(0, 10);
        FakeBatchEntry stays = entry(0, 2);
        FakeBatchEntry neverStarted = entry(0, 10);
        batch.add(gone, 0);
        batch.add(stays, 0);
        batch.add(neverStarted, 0);
        gone.cancel();
        neverStarted.cancel();

        runAll();

        assertThat(gone.times()).isEmpty();
        assertThat(stays.times()).containsExactly(2000L, 2101L);
        assertThat(neverStarted.times()).isEmpty();
        assertThat(batch.running() + batch.waiting()).isZero();
    }

    private FakeBatchEntry entry(int promptTokens, int count) {
        return new FakeBatchEntry(promptTokens, count, () -> now);
    }

    private void runAll() {
        while (batch.next() != TokenScheduler.NEVER) {
            now = batch.next();
            batch.advance();
        }
    }

    private static TimingModel timing(int maxBatch) {
        return new TimingModel(
                Duration.ofNanos(1000), Duration.ofNanos(10), Duration.ofNanos(100), Duration.ofNanos(1), maxBatch);
    }
}
