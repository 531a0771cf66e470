// SPDX-License-Identifier: Apache-2.0
package io.loadharness.onnx;

import io.loadharness.inference.InferenceRequest;
import io.loadharness.inference.Prompt;
import io.loadharness.inference.Tensor;
import io.loadharness.testkit.RecordedResponse;
import java.net.URISyntaxException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/** The models of the tests, and requests for them. The script {@code src/test/python/models.py} writes the models. */
final class Samples {

    private Samples() {}

    /** Returns the path of a model of the tests. */
    static Path model(String name) {
        try {
            return Path.of(Samples.class.getResource(name + ".onnx").toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    static OnnxBackend started(OnnxBackend.Builder builder) {
        OnnxBackend backend = builder.build();
        backend.start();
        return backend;
    }

    static InferenceRequest request(int index, Tensor... tensors) {
        return InferenceRequest.of(index, new Prompt.Tensors(List.of(tensors)));
    }

    /** Returns a tensor of one dimension in a direct buffer. */
    static Tensor floats(String name, float... values) {
        return floats(name, new long[] {values.length}, values);
    }

    static Tensor floats(String name, long[] shape, float... values) {
        ByteBuffer data = ByteBuffer.allocateDirect(values.length * Float.BYTES).order(ByteOrder.nativeOrder());
        data.asFloatBuffer().put(values);
        return new Tensor(name, Tensor.Type.FLOAT32, shape, data);
    }

    /** Returns a tensor of one dimension in an array of the heap. */
    static Tensor longs(String name, long... values) {
        ByteBuffer data = ByteBuffer.allocate(values.length * Long.BYTES).order(ByteOrder.nativeOrder());
        data.asLongBuffer().put(values);
        return new Tensor(name, Tensor.Type.INT64, new long[] {values.length}, data);
    }

    /** Sends requests together and waits for all of them. */
    static List<RecordedResponse> sendTogether(OnnxBackend backend, InferenceRequest... requests)
            throws InterruptedException {
        List<RecordedResponse> listeners = IntStream.range(0, requests.length)
                .mapToObj(each -> new RecordedResponse())
                .toList();
        backend.sendTogether(Arrays.asList(requests), listeners);
        for (RecordedResponse each : listeners) {
            each.await();
        }
        return listeners;
    }

    static RecordedResponse send(OnnxBackend backend, InferenceRequest request) throws InterruptedException {
        RecordedResponse listener = new RecordedResponse();
        backend.send(request, listener);
        return listener.await();
    }

    static float[] floats(RecordedResponse ended) {
        ByteBuffer bytes = bytes(ended);
        float[] values = new float[bytes.remaining() / Float.BYTES];
        bytes.asFloatBuffer().get(values);
        return values;
    }

    static long[] longs(RecordedResponse ended) {
        ByteBuffer bytes = bytes(ended);
        long[] values = new long[bytes.remaining() / Long.BYTES];
        bytes.asLongBuffer().get(values);
        return values;
    }

    private static ByteBuffer bytes(RecordedResponse ended) {
        return ByteBuffer.wrap(ended.response().output().bytes()).order(ByteOrder.nativeOrder());
    }

    /** Returns the messages of the failures of requests. */
    static List<String> failures(List<RecordedResponse> ended) {
        List<String> messages = new ArrayList<>();
        ended.forEach(each -> messages.add(each.failure().message()));
        return messages;
    }
}
