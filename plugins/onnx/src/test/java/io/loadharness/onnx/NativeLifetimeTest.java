// SPDX-License-Identifier: Apache-2.0
package io.loadharness.onnx;

import static io.loadharness.onnx.Samples.floats;
import static io.loadharness.onnx.Samples.model;
import static io.loadharness.onnx.Samples.request;
import static org.assertj.core.api.Assertions.assertThat;

import io.loadharness.inference.InferenceRequest;
import io.loadharness.testkit.RecordedResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Closes and cancels backends while several threads run the model. ONNX Runtime ends the process if a session or a tensor is closed during
 * its run, or if a tensor is used after it was closed.
 */
@Timeout(300)
class NativeLifetimeTest {

    private static final int ROUNDS = 40;
    private static final int REQUESTS_BEFORE_THE_END = 20;

    /** Sends requests of changing shapes, whose tensors are created again and again, until the backend is closed. */
    private static final class Sender extends Thread {

        private final OnnxBackend backend;
        private final int kind;
        private final List<RecordedResponse> responses = new ArrayList<>();
        private final CountDownLatch busy = new CountDownLatch(1);
        private final AtomicBoolean isClosed;

        Sender(OnnxBackend backend, int kind, AtomicBoolean isClosed) {
            this.backend = backend;
            this.kind = kind;
            this.isClosed = isClosed;
        }

        @Override
        public void run() {
            for (int i = 0; !isClosed.get(); i++) {
                send(sample(i));
                awaitLast();
                if (i == REQUESTS_BEFORE_THE_END) {
                    busy.countDown();
                }
            }
        }

        private void send(InferenceRequest request) {
            RecordedResponse response = response();
            switch (kind) {
                case 0 -> backend.send(request, response);
                case 1 -> backend.sendAwaited(List.of(request), List.of(response));
                default ->
                    backend.sendTogether(
                            List.of(request, request, sample(1)), List.of(response, response(), response()));
            }
        }

        private RecordedResponse response() {
            RecordedResponse response = new RecordedResponse();
            responses.add(response);
            return response;
        }

        private void awaitLast() {
            try {
                responses.get(responses.size() - 1).await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }

        private static InferenceRequest sample(int index) {
            int length = 100 + index % 3;
            return request(index, floats("x", new long[] {length, 2}, new float[2 * length]));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void survivesTheEndOfRunsInFlight(int sessions) throws Exception {
        for (int round = 0; round < ROUNDS; round++) {
            OnnxBackend backend =
                    Samples.started(OnnxBackend.builder(model("attention")).sessions(sessions));
            AtomicBoolean isClosed = new AtomicBoolean();
            List<Sender> senders = new ArrayList<>();
            for (int kind = 0; kind < 3; kind++) {
                senders.add(new Sender(backend, kind, isClosed));
            }
            senders.forEach(Thread::start);
            for (Sender each : senders) {
                each.busy.await();
            }
            if (round % 2 == 0) {
                backend.cancelRequests();
            }
            backend.close();
            isClosed.set(true);
            for (Sender each : senders) {
                each.join();
                for (RecordedResponse response : each.responses) {
                    response.await(); // fails if it has ended twice
                }
                for (RecordedResponse response : each.responses.subList(0, REQUESTS_BEFORE_THE_END)) {
                    assertThat(response.response().output().bytes()).isNotEmpty();
                }
            }
        }
    }
}
