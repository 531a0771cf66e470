// SPDX-License-Identifier: Apache-2.0
package io.loadharness.onnx;

import static io.loadharness.onnx.Samples.floats;
import static io.loadharness.onnx.Samples.longs;
import static io.loadharness.onnx.Samples.model;
import static io.loadharness.onnx.Samples.request;
import static io.loadharness.onnx.Samples.send;
import static io.loadharness.onnx.Samples.sendTogether;
import static io.loadharness.onnx.Samples.started;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loadharness.Failure;
import io.loadharness.inference.InferenceRequest;
import io.loadharness.inference.Output;
import io.loadharness.inference.Prompt;
import io.loadharness.inference.Response;
import io.loadharness.inference.ResponseListener;
import io.loadharness.inference.Timeline;
import io.loadharness.testkit.RecordedResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(300)
class RequestsTest {

    @Test
    void refusesText() {
        refuses(
                "two-inputs",
                InferenceRequest.of(3, Prompt.of("hello")),
                "the request has no tensors, but the model takes 'ids' of int64[4] and"
                        + " 'scale' of float32[1]; use a data set with arrays, for example a file of NumPy");
    }

    @Test
    void refusesAMissingTensor() {
        refuses(
                "two-inputs",
                request(3, longs("ids", 1, 2, 3, 4)),
                "the request has no tensor 'scale', but the model takes 'ids' of int64[4] and"
                        + " 'scale' of float32[1]; add the tensor to the data set or rename a column");
    }

    @Test
    void refusesATensorWithoutANameIfTheModelHasSeveralInputs() {
        refuses("two-inputs", request(3, longs("", 1, 2, 3, 4), floats("scale", 1)), "the request has no tensor 'ids'");
    }

    @Test
    void namesTensorsThatAreNotInputs() throws Exception {
        InferenceRequest labeled = request(3, longs("label", 7), floats("x", 1, 2, 3), floats("id", 1));
        try (OnnxBackend backend = started(OnnxBackend.builder(model("add")))) {
            backend.check(request(2, floats("x", 1, 2, 3)));
            assertThat(backend.health().detail()).doesNotContain("does not use");

            backend.check(labeled);

            assertThat(backend.health().detail()).endsWith(", does not use the tensors 'label', 'id' of the data set");
            assertThat(floats(send(backend, labeled))).containsExactly(2, 3, 4);
        }
    }

    @Test
    void refusesAnotherType() {
        refuses(
                "add",
                request(3, longs("x", 1, 2, 3)),
                "the request has a tensor of int64[3], but the model takes 'x' of float32[3]; convert"
                        + " the data set to float32");
    }

    @Test
    void refusesAnotherDimension() {
        refuses(
                "add",
                request(3, floats("x", 1, 2)),
                "the request has a tensor of float32[2], but the model takes 'x' of float32[3]; change the"
                        + " shape of the data set or the model");
    }

    @Test
    void refusesAnotherRank() {
        refuses(
                "attention",
                request(3, floats("x", 1, 2)),
                "the request has a tensor of float32[2], but the model takes 'x' of float32[length, 2];"
                        + " change the shape of the data set or the model");
    }

    @Test
    void refusesATensorThatContainsTheBatch() {
        refuses(
                "add",
                request(3, floats("x", new long[] {1, 3}, 1, 2, 3)),
                "the request has a tensor of float32[1, 3], but the model takes 'x' of" + " float32[3]");
    }

    @Test
    void refusesATensorWithoutElements() {
        refuses(
                "attention",
                request(3, floats("x", new long[] {0, 2})),
                "the request has a tensor of float32[0, 2], but the model takes 'x' of"
                        + " float32[length, 2] without elements; remove the sample");
    }

    @Test
    void failsOnlyTheInvalidRequestsOfABatch() throws Exception {
        try (OnnxBackend backend = started(OnnxBackend.builder(model("add")))) {
            List<RecordedResponse> ended = sendTogether(
                    backend,
                    request(0, floats("x", 1, 2, 3)),
                    request(1, floats("x", 1, 2)),
                    request(2, floats("x", 4, 5, 6)));

            assertThat(floats(ended.get(0))).containsExactly(2, 3, 4);
            assertThat(ended.get(1).failure().kind()).isEqualTo(Failure.Kind.BACKEND_EXCEPTION);
            assertThat(ended.get(1).failure().message()).startsWith("the request has a tensor of float32[2]");
            assertThat(floats(ended.get(2))).containsExactly(5, 6, 7);
        }
    }

    @Test
    void failsSamplesOnWhichTheModelFails() throws Exception {
        try (OnnxBackend backend = started(OnnxBackend.builder(model("lookup")))) {
            RecordedResponse failed = send(backend, request(0, longs("ids", 5)));

            assertThat(failed.failure().kind()).isEqualTo(Failure.Kind.BACKEND_EXCEPTION);
            assertThat(failed.failure().message())
                    .startsWith("the model failed: ")
                    .contains("Gather")
                    .doesNotContain("\n")
                    .doesNotContain("Error code");
            assertThat(failed.timeline().sent())
                    .isLessThanOrEqualTo(failed.timeline().done());
            assertThat(floats(send(backend, request(1, longs("ids", 4))))).containsExactly(40);
        }
    }

    @Test
    void failsTheWarmUpIfTheModelFails() {
        try (OnnxBackend backend = started(OnnxBackend.builder(model("lookup")))) {
            assertThatThrownBy(() -> backend.check(request(0, longs("ids", 5))))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageStartingWith("the model failed: ");
        }
    }

    @Test
    void endsAWarmUpWhenItIsClosed() throws Exception {
        OnnxBackend backend = started(OnnxBackend.builder(model("countdown")).threads(1));
        CountDownLatch checking = new CountDownLatch(1);
        Thread check = new Thread(() -> {
            checking.countDown();
            backend.check(request(0, longs("steps", Long.MAX_VALUE)));
        });
        check.start();
        checking.await();

        backend.close();

        check.join();
        assertThat(backend.health().ready()).isFalse();
    }

    @Test
    void failsBatchesWhoseOutputCannotBeDivided() throws Exception {
        try (OnnxBackend backend = started(OnnxBackend.builder(model("total")))) {
            assertThat(floats(send(backend, request(0, floats("x", 1, 2))))).containsExactly(3);

            List<RecordedResponse> ended =
                    sendTogether(backend, request(0, floats("x", 1, 2)), request(1, floats("x", 3, 4)));

            assertThat(Samples.failures(ended)).allSatisfy(each -> assertThat(each)
                    .contains(
                            "the output 'y' has the shape [] for a batch of 2 samples, and therefore cannot be divided into"
                                    + " samples; use batches of 1, or select other outputs"));
        }
    }

    @Test
    void failsRequestsBeforeTheStart() throws Exception {
        try (OnnxBackend backend = OnnxBackend.builder(model("add")).build()) {
            assertThat(send(backend, request(0, floats("x", 1, 2, 3))).failure().message())
                    .endsWith("is not loaded: call start() first");
            assertThatThrownBy(() -> backend.check(request(0, floats("x", 1, 2, 3))))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("call start() first");
        }
    }

    @Test
    void continuesAfterAListenerThatThrows() throws Exception {
        try (OnnxBackend backend = started(OnnxBackend.builder(model("add")))) {
            RecordedResponse next = new RecordedResponse();
            backend.sendTogether(
                    List.of(request(0, floats("x", 1, 2, 3)), request(1, floats("x", 4, 5, 6))),
                    List.of(new Throwing(), next));
            assertThat(floats(next.await())).containsExactly(5, 6, 7);

            RecordedResponse last = new RecordedResponse();
            backend.sendTogether(
                    List.of(request(2, floats("x", 1)), request(3, floats("x", 2))), List.of(new Throwing(), last));
            assertThat(last.await().failure().kind()).isEqualTo(Failure.Kind.BACKEND_EXCEPTION);
        }
    }

    /** The missing request is a fault that the backend does not expect, like an exhausted heap. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void isLostIfASessionEnds(int sessions) throws Exception {
        String reason = "the backend add.onnx has ended: java.lang.NullPointerException";
        try (OnnxBackend backend = started(OnnxBackend.builder(model("add")).sessions(sessions))) {
            assertThat(floats(send(backend, request(0, floats("x", 1, 2, 3))))).containsExactly(2, 3, 4);
            assertThat(backend.lost()).isEmpty();

            List<RecordedResponse> batch =
                    sendTogether(backend, request(1, floats("x", 1)), null, request(2, floats("x", 4, 5, 6)));

            assertThat(batch.get(0).failure().message()).startsWith("the request has a tensor of float32[1]");
            for (RecordedResponse each : batch.subList(1, 3)) {
                assertThat(each.failure().kind()).isEqualTo(Failure.Kind.BACKEND_EXCEPTION);
                assertThat(each.failure().message()).startsWith(reason);
            }
            assertThat(backend.lost().orElseThrow()).startsWith(reason);
            assertThat(backend.health().ready()).isFalse();
            assertThat(backend.health().detail()).startsWith(reason);
        }
    }

    @Test
    void failsLaterRequestsWithTheReasonOfItsLoss() throws Exception {
        OnnxBackend backend = started(OnnxBackend.builder(model("add")));
        List<RecordedResponse> sent = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            sent.add(new RecordedResponse());
            backend.send(i == 0 ? null : request(i, floats("x", 1)), sent.get(i));
        }
        String reason = sent.get(0).await().failure().message();

        backend.close();
        RecordedResponse last = send(backend, request(0, floats("x", 1, 2, 3)));

        assertThat(last.failure()).isEqualTo(sent.get(0).failure());
        assertThat(backend.lost()).contains(reason);
        for (RecordedResponse each : sent) {
            assertThat(each.await().failure().message()).isEqualTo(reason);
        }
    }

    @Test
    void isNotLostIfItIsClosed() throws Exception {
        OnnxBackend backend = started(OnnxBackend.builder(model("add")));
        backend.close();

        assertThat(backend.lost()).isEmpty();
        assertThat(send(backend, request(0, floats("x", 1, 2, 3))).failure().kind())
                .isEqualTo(Failure.Kind.CANCELLED);
    }

    @Test
    void canBeClosedByAListener() throws Exception {
        OnnxBackend backend = started(OnnxBackend.builder(model("add")));
        RecordedResponse ended = new RecordedResponse();
        backend.send(request(0, floats("x", 1, 2, 3)), new Closing(backend, ended));

        ended.await();
        assertThat(send(backend, request(0, floats("x", 1, 2, 3))).failure().kind())
                .isEqualTo(Failure.Kind.CANCELLED);
    }

    private static void refuses(String model, InferenceRequest request, String message) {
        try (OnnxBackend backend = started(OnnxBackend.builder(model(model)))) {
            assertThatThrownBy(() -> backend.check(request))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageStartingWith(message);
        }
    }

    /** A listener that throws an exception, which is an error of its author. */
    private static final class Throwing implements ResponseListener {

        @Override
        public void firstToken(long nanos, Output first) {}

        @Override
        public void end(Response response) {
            throw new IllegalStateException("thrown by a test");
        }

        @Override
        public void failed(Failure failure, Timeline timeline) {
            throw new AssertionError("thrown by a test");
        }
    }

    /** A listener that closes the backend on the thread of the session. */
    private record Closing(OnnxBackend backend, RecordedResponse ended) implements ResponseListener {

        @Override
        public void firstToken(long nanos, Output first) {}

        @Override
        public void end(Response response) {
            backend.close();
            ended.end(response);
        }

        @Override
        public void failed(Failure failure, Timeline timeline) {
            ended.failed(failure, timeline);
        }
    }
}
