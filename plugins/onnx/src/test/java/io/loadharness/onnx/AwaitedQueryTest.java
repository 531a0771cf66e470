// SPDX-License-Identifier: Apache-2.0
package io.loadharness.onnx;

import static io.loadharness.onnx.Samples.floats;
import static io.loadharness.onnx.Samples.longs;
import static io.loadharness.onnx.Samples.model;
import static io.loadharness.onnx.Samples.request;
import static io.loadharness.onnx.Samples.send;
import static io.loadharness.onnx.Samples.started;
import static org.assertj.core.api.Assertions.assertThat;

import io.loadharness.Failure;
import io.loadharness.inference.InferenceRequest;
import io.loadharness.inference.Output;
import io.loadharness.inference.Response;
import io.loadharness.inference.ResponseListener;
import io.loadharness.inference.Timeline;
import io.loadharness.testkit.RecordedResponse;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests that the load generator awaits run on the calling thread if the model is fast. */
@Timeout(300)
class AwaitedQueryTest {

    private static final InferenceRequest NUMBERS = request(0, floats("x", 1, 2, 3));

    /** A listener that runs an action at the end of its request, and stores the thread. */
    private static final class Ending implements ResponseListener {

        private final Runnable action;
        private final CountDownLatch ended = new CountDownLatch(1);
        private volatile Thread thread;

        Ending(Runnable action) {
            this.action = action;
        }

        @Override
        public void firstToken(long nanos, Output first) {}

        @Override
        public void end(Response response) {
            thread = Thread.currentThread();
            action.run();
            ended.countDown();
        }

        @Override
        public void failed(Failure failure, Timeline timeline) {
            ended.countDown();
        }
    }

    /** Sends a request until the model runs on this thread, which it does not after a run that was slow by chance. */
    private static void runHere(OnnxBackend backend, Runnable action) throws InterruptedException {
        Ending ending;
        do {
            ending = new Ending(action);
            backend.sendAwaited(List.of(NUMBERS), List.of(ending));
            ending.ended.await();
        } while (ending.thread != Thread.currentThread());
    }

    @Test
    void runsOnTheCallingThread() throws Exception {
        try (OnnxBackend backend = started(OnnxBackend.builder(model("add")))) {
            runHere(backend, () -> {});
            RecordedResponse response = new RecordedResponse();
            backend.sendAwaited(List.of(NUMBERS), List.of(response));

            assertThat(floats(response.await())).containsExactly(2, 3, 4);
        }
    }

    @Test
    void runsOnTheThreadOfASessionIfThereAreSeveral() throws Exception {
        try (OnnxBackend backend = started(OnnxBackend.builder(model("add")).sessions(2))) {
            for (int i = 0; i < 20; i++) {
                Ending ending = new Ending(() -> {});
                backend.sendAwaited(List.of(NUMBERS), List.of(ending));
                ending.ended.await();
                assertThat(ending.thread.getName()).startsWith("onnx-");
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 4, 6})
    void doesNotWaitForADynamicBatch(int samples) throws Exception {
        try (OnnxBackend backend = started(OnnxBackend.builder(model("add")).dynamicBatching(4, Duration.ofHours(1)))) {
            List<RecordedResponse> listeners = IntStream.range(0, samples)
                    .mapToObj(each -> new RecordedResponse())
                    .toList();
            backend.sendAwaited(Collections.nCopies(samples, NUMBERS), listeners);

            for (RecordedResponse each : listeners) {
                assertThat(floats(each.await())).containsExactly(2, 3, 4);
            }
        }
    }

    @Test
    void sendsAnAwaitedQueryFromAListener() throws Exception {
        try (OnnxBackend backend = started(OnnxBackend.builder(model("add")))) {
            RecordedResponse second = new RecordedResponse();
            CountDownLatch sent = new CountDownLatch(1);
            runHere(backend, () -> {
                if (sent.getCount() > 0) {
                    sent.countDown();
                    backend.sendAwaited(List.of(request(1, floats("x", 4, 5, 6))), List.of(second));
                }
            });

            assertThat(floats(second.await())).containsExactly(5, 6, 7);
        }
    }

    @Test
    void closesTheBackendFromAListenerOnTheCallingThread() throws Exception {
        OnnxBackend backend = started(OnnxBackend.builder(model("add")));
        Thread test = Thread.currentThread();
        runHere(backend, () -> {
            if (Thread.currentThread() == test) {
                backend.close();
            }
        });
        backend.close();

        assertThat(send(backend, NUMBERS).failure().kind()).isEqualTo(Failure.Kind.CANCELLED);
    }

    @Test
    void closeEndsAnEndlessRunOfTheModel() throws Exception {
        OnnxBackend backend = started(OnnxBackend.builder(model("countdown")).threads(1));
        send(backend, request(0, longs("steps", 1))).response();
        RecordedResponse endless = new RecordedResponse();
        Thread caller = new Thread(
                () -> backend.sendAwaited(List.of(request(1, longs("steps", Long.MAX_VALUE))), List.of(endless)));
        caller.start();
        backend.close();
        caller.join();

        assertThat(endless.await().failure().kind()).isEqualTo(Failure.Kind.CANCELLED);
    }
}
