// SPDX-License-Identifier: Apache-2.0
package io.loadharness.onnx;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadharness.testkit.RecordedResponse;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The batches of helpers, which prepare a batch while the model runs another one. */
class JobQueueTest {

    private final JobQueue queue = new JobQueue(1, 0, false, new OnnxCounts(), System::nanoTime);

    private List<Job> addBatch() {
        List<Job> batch = List.of(job(), job());
        queue.addAll(batch);
        return batch;
    }

    private static Job job() {
        return new Job(Samples.request(0, Samples.floats("x", 1)), new RecordedResponse());
    }

    private CompletableFuture<List<Job>> helper() {
        return CompletableFuture.supplyAsync(() -> {
            List<Job> batch = queue.takeToHelp();
            return batch == null ? List.of() : batch;
        });
    }

    private void endBatch(boolean wasShort) {
        addBatch();
        assertThat(queue.take()).hasSize(2);
        queue.ended(wasShort);
    }

    @Test
    void aHelperTakesWhatWaitsForAShortRun() throws Exception {
        CompletableFuture<List<Job>> helper = helper();
        endBatch(true);
        List<Job> first = addBatch();
        List<Job> second = addBatch();
        List<Job> taken = queue.take();

        assertThat(List.of(taken, helper.get(60, TimeUnit.SECONDS))).containsExactlyInAnyOrder(first, second);
    }

    @Test
    void aHelperTakesNothingWhileRunsAreLong() throws Exception {
        CompletableFuture<List<Job>> helper = helper();
        endBatch(false);
        List<Job> first = addBatch();
        List<Job> second = addBatch();

        assertThat(queue.take()).isEqualTo(first);
        assertThat(queue.close()).isEqualTo(second);
        assertThat(helper.get(60, TimeUnit.SECONDS)).isEmpty();
    }

    @Test
    void aQueueWaitsForTheBatchesOfHelpers() throws Exception {
        endBatch(true);
        addBatch();
        addBatch();
        queue.take();
        assertThat(helper().get(60, TimeUnit.SECONDS)).hasSize(2);
        CompletableFuture<Void> idle = CompletableFuture.runAsync(queue::awaitIdle);
        queue.ended(true);

        assertThat(idle).isNotDone();
        queue.ended(true);
        idle.get(60, TimeUnit.SECONDS);
    }
}
