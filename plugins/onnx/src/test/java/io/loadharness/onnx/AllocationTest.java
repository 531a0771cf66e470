// SPDX-License-Identifier: Apache-2.0
package io.loadharness.onnx;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.loadharness.Failure;
import io.loadharness.inference.BackendSystemUnderTest;
import io.loadharness.inference.InferenceRequest;
import io.loadharness.inference.Output;
import io.loadharness.inference.Response;
import io.loadharness.inference.ResponseForm;
import io.loadharness.inference.ResponseListener;
import io.loadharness.inference.Tensor;
import io.loadharness.inference.Timeline;
import io.loadharness.testkit.RecordedSamples;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The heap that a sample needs, on all threads of the backend. Its data has 4,096 bytes and must not be part of it. */
@Timeout(300)
class AllocationTest {

    private static final int LENGTH = 512;
    private static final int SAMPLES = 4_000;
    private static final int MAX_BYTES_ALONE = 3_000;
    private static final int MAX_BYTES_IN_BATCH = 1_000;
    private static final int MAX_BYTES_OF_A_CLASS = 650;

    @Test
    void copiesNoDataOfASampleToTheHeap() throws Exception {
        assertThat(bytesPerSample(1)).isPositive().isLessThan(MAX_BYTES_ALONE);
    }

    @Test
    void copiesNoDataOfABatchToTheHeap() throws Exception {
        assertThat(bytesPerSample(32)).isPositive().isLessThan(MAX_BYTES_IN_BATCH);
    }

    /** Views of the outputs and their buffers are reused, and the search for the best class needs no arrays. */
    @Test
    void needsFewBytesForASampleOfABatch() throws Exception {
        InferenceRequest request = Samples.request(0, Samples.floats("x", 0, 1, 9, 3, 4));
        OnnxBackend backend = OnnxBackend.builder(Samples.model("labels"))
                .outputs("softmax_tensor:0")
                .encoder(OutputEncoder.argmax())
                .build();
        RecordedSamples samples = new RecordedSamples();
        try (BackendSystemUnderTest system = BackendSystemUnderTest.builder("labels", index -> request)
                .backend(backend)
                .batchSize(16)
                .responseForm(ResponseForm.BYTES)
                .build()) {
            system.start(Duration.ofMinutes(1));
            for (int i = 0; i < 20; i++) {
                system.issueQuery(samples.query(new int[SAMPLES]));
                samples.awaitAllEnded();
            }
            assertThat(samples.failures()).isEmpty();
            long bytes = backend.statistics().heapBytesPerSample().orElseThrow();
            System.out.println("batch 16: " + bytes + " bytes of heap per sample with its class and its result");
            assertThat(bytes).isPositive().isLessThan(MAX_BYTES_OF_A_CLASS);
        }
    }

    /** A copy of the input would need 8 MB of heap per sample. */
    @ParameterizedTest
    @ValueSource(ints = {1, 4})
    void reportsTheHeapOfASampleWithABigInput(int batch) throws Exception {
        int length = 1 << 20;
        ByteBuffer data = ByteBuffer.allocateDirect(length * 2 * Float.BYTES).order(ByteOrder.nativeOrder());
        InferenceRequest request =
                Samples.request(0, new Tensor("x", Tensor.Type.FLOAT32, new long[] {length, 2}, data));
        Ended listener = new Ended();
        try (OnnxBackend backend = Samples.started(
                OnnxBackend.builder(Samples.model("doubled")).threads(1).encoder((ignored, outputs) ->
                        new byte[] {outputs.get(0).data().get(0)}))) {
            backend.check(request);
            assertThat(backend.statistics().heapBytesPerSample()).isEmpty();
            assertThat(backend.engineStatistics()).doesNotContainKey(OnnxStatistics.HEAP_BYTES);
            run(backend, Collections.nCopies(batch, request), Collections.nCopies(batch, listener), listener, 60);
            if (batch == 1) {
                backend.sendAwaited(List.of(request), List.of(listener));
                listener.permits.acquire();
            }

            backend.cancelRequests(); // waits for the end of the last batch
            long bytes = backend.statistics().heapBytesPerSample().orElseThrow();
            System.out.println("batch " + batch + ": " + bytes + " bytes of heap per sample with an input of 8 MB");
            assertThat(bytes).isPositive().isLessThan(100_000);
            assertThat(backend.engineStatistics()).containsEntry(OnnxStatistics.HEAP_BYTES, String.valueOf(bytes));
        }
    }

    private static long bytesPerSample(int batch) throws InterruptedException {
        ByteBuffer data = ByteBuffer.allocateDirect(LENGTH * 2 * Float.BYTES).order(ByteOrder.nativeOrder());
        InferenceRequest request =
                Samples.request(0, new Tensor("x", Tensor.Type.FLOAT32, new long[] {LENGTH, 2}, data));
        Ended listener = new Ended();
        List<InferenceRequest> requests = Collections.nCopies(batch, request);
        List<Ended> listeners = Collections.nCopies(batch, listener);
        try (OnnxBackend backend = Samples.started(
                OnnxBackend.builder(Samples.model("doubled")).threads(1).encoder((ignored, outputs) ->
                        new byte[] {outputs.get(0).data().get(0)}))) {
            run(backend, requests, listeners, listener, SAMPLES);
            long before = allocated();
            run(backend, requests, listeners, listener, SAMPLES);
            long bytes = (allocated() - before) / SAMPLES;
            System.out.println("batch " + batch + ": " + bytes + " bytes of heap per sample");
            return bytes;
        }
    }

    private static void run(
            OnnxBackend backend, List<InferenceRequest> requests, List<Ended> listeners, Ended ended, int samples)
            throws InterruptedException {
        for (int i = 0; i < samples; i += requests.size()) {
            if (requests.size() == 1) {
                backend.send(requests.get(0), listeners.get(0));
            } else {
                backend.sendTogether(requests, listeners);
            }
            ended.permits.acquire(requests.size());
        }
    }

    private static long allocated() {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long sum = 0;
        for (Thread each : Thread.getAllStackTraces().keySet()) {
            if (each == Thread.currentThread() || each.getName().startsWith("onnx-")) {
                sum += Math.max(0, threads.getThreadAllocatedBytes(each.getId()));
            }
        }
        return sum;
    }

    private static final class Ended implements ResponseListener {

        private final Semaphore permits = new Semaphore(0);

        @Override
        public void firstToken(long nanos, Output first) {}

        @Override
        public void end(Response response) {
            permits.release();
        }

        @Override
        public void failed(Failure failure, Timeline timeline) {
            throw new AssertionError(failure.message());
        }
    }
}
