// SPDX-License-Identifier: Apache-2.0
package io.loadharness.onnx;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadharness.testkit.RecordedResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The time that samples wait for the others of their dynamic batch, with a clock of the test. */
@Timeout(300)
class BatchDelayTest {

    private static final int MAX_BATCH = 3;
    private static final long MAX_DELAY = 1_000_000;

    private final AtomicLong now = new AtomicLong(Long.MAX_VALUE - 10); // the time overflows
    private final OnnxCounts counts = new OnnxCounts();
    private final JobQueue queue = new JobQueue(MAX_BATCH, MAX_DELAY, false, counts, now::get);

    private void addAfter(long nanos) {
        now.addAndGet(nanos);
        queue.add(job());
    }

    private static Job job() {
        return new Job(Samples.request(0, Samples.floats("x", 1)), new RecordedResponse());
    }

    private OnnxStatistics statistics() {
        return counts.with(Duration.ZERO, Duration.ZERO, Duration.ZERO);
    }

    @Test
    void endsWhenTheBatchIsFull() {
        addAfter(0);
        addAfter(300_000);
        addAfter(200_000);
        now.addAndGet(9_000_000); // the wait for a free session

        assertThat(queue.take()).hasSize(MAX_BATCH);
        assertThat(statistics().meanBatchDelay()).hasValue(Duration.ofNanos((500_000 + 200_000) / 3));
        assertThat(statistics().maxBatchDelay()).hasValue(Duration.ofNanos(500_000));
        assertThat(statistics().countsByName())
                .containsEntry(OnnxStatistics.MEAN_BATCH_DELAY, "233")
                .containsEntry(OnnxStatistics.MAX_BATCH_DELAY, "500");
    }

    @Test
    void endsAtTheMaximumDelay() {
        addAfter(0);
        addAfter(400_000);
        addAfter(9_000_000); // joins the batch, which waits for a free session
        assertThat(queue.take()).hasSize(MAX_BATCH);
        assertThat(statistics().meanBatchDelay()).hasValue(Duration.ofNanos((1_000_000 + 600_000) / 3));

        addAfter(0);
        now.addAndGet(MAX_DELAY);
        assertThat(queue.take()).hasSize(1);
        assertThat(statistics().meanBatchDelay()).hasValue(Duration.ofNanos((2_000_000 + 600_000) / 4));
        assertThat(statistics().maxBatchDelay()).hasValue(Duration.ofNanos(MAX_DELAY));
    }

    @Test
    void endsWithTheQuery() throws Exception {
        addAfter(0);
        addAfter(300_000);
        queue.endQuery();
        now.addAndGet(100_000);

        assertThat(queue.take()).hasSize(2);
        assertThat(statistics().meanBatchDelay()).hasValue(Duration.ofNanos((400_000 + 100_000) / 2));
        assertThat(statistics().maxBatchDelay()).hasValue(Duration.ofNanos(400_000));

        queue.ended(false); // no sample of the query is left: later samples wait again
        addAfter(0);
        AtomicReference<List<Job>> batch = new AtomicReference<>();
        Thread session = new Thread(() -> batch.set(queue.take()));
        session.start();
        while (session.isAlive() && session.getState() != Thread.State.TIMED_WAITING) {
            Thread.onSpinWait();
        }
        addAfter(0);
        addAfter(0);
        session.join();
        assertThat(batch.get()).hasSize(MAX_BATCH);
    }

    @Test
    void startsAtZeroInEachRun() throws Exception {
        try (OnnxBackend backend =
                Samples.started(OnnxBackend.builder(Samples.model("add")).dynamicBatching(2, Duration.ofMillis(1)))) {
            Samples.send(backend, Samples.request(0, Samples.floats("x", 1, 2, 3)));
            assertThat(backend.engineStatistics()).containsEntry(OnnxStatistics.MAX_BATCH_DELAY, "1000");
            backend.beginRun();

            assertThat(backend.engineStatistics())
                    .containsEntry("samples", "0")
                    .doesNotContainKeys(OnnxStatistics.MEAN_BATCH_DELAY, OnnxStatistics.MAX_BATCH_DELAY);
        }
    }

    @Test
    void isNotKnownWithoutDynamicBatches() {
        JobQueue whole = new JobQueue(1, 0, false, counts, now::get);
        List<Job> together = new ArrayList<>(List.of(job(), job()));
        whole.addAll(together);

        assertThat(whole.take()).isEqualTo(together);
        assertThat(statistics().meanBatchDelay()).isEmpty();
        assertThat(statistics().countsByName())
                .doesNotContainKeys(OnnxStatistics.MEAN_BATCH_DELAY, OnnxStatistics.MAX_BATCH_DELAY);
    }

    @Test
    void isPartOfTheStatisticsOfABackend() throws Exception {
        try (OnnxBackend backend =
                Samples.started(OnnxBackend.builder(Samples.model("add")).dynamicBatching(2, Duration.ofHours(1)))) {
            Samples.sendTogether(
                    backend,
                    Samples.request(0, Samples.floats("x", 1, 2, 3)),
                    Samples.request(1, Samples.floats("x", 1, 2, 3)));

            assertThat(backend.statistics().maxBatchDelay()).hasValue(Duration.ZERO); // sent together
            assertThat(backend.engineStatistics()).containsEntry(OnnxStatistics.MEAN_BATCH_DELAY, "0");
        }
    }
}
