// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmarks;

import ai.onnxruntime.NodeInfo;
import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import ai.onnxruntime.TensorInfo;
import io.loadharness.inference.Prompt;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A loop that only runs the model on the same images, with the fastest call of ONNX Runtime for Java: all tensors exist before the loop
 * starts, and the model writes the scores into memory that is reused.
 */
final class BareOnnx implements OnnxSide, AutoCloseable {

    private static final int MAX_RUNS = 10_000_000;
    private static final String INPUT = "image";

    /** The inputs of a batch size, and the memory for its scores. */
    private record Batches(List<Map<String, OnnxTensor>> inputs, Map<String, OnnxTensor> output, FloatBuffer scores) {

        void close() {
            inputs.forEach(each -> each.values().forEach(OnnxTensor::close));
            output.values().forEach(OnnxTensor::close);
        }
    }

    private final OrtSession session;
    private final Batches single;
    private final Batches full;
    private int next;

    BareOnnx(Path model) throws IOException {
        OrtEnvironment environment = OrtEnvironment.getEnvironment();
        try (OrtSession.SessionOptions options = new OrtSession.SessionOptions()) {
            options.setIntraOpNumThreads(1);
            session = environment.createSession(model.toString(), options);
            single = batches(environment, 1);
            full = batches(environment, BATCH);
        } catch (OrtException e) {
            throw new IOException("ONNX Runtime cannot load " + model + ": " + e.getMessage(), e);
        }
    }

    private Batches batches(OrtEnvironment environment, int size) throws OrtException {
        List<ByteBuffer> images = OnnxSide.images().stream()
                .map(each -> ((Prompt.Tensors) each.prompt()).inputs().get(0).data())
                .toList();
        List<Map<String, OnnxTensor>> inputs = new ArrayList<>();
        for (int i = 0; i < images.size(); i += size) {
            FloatBuffer pixels = floats(size * CHANNELS * SIDE * SIDE);
            images.subList(i, i + size).forEach(each -> pixels.put(each.asFloatBuffer()));
            inputs.add(Map.of(
                    INPUT,
                    OnnxTensor.createTensor(environment, pixels.flip(), new long[] {size, CHANNELS, SIDE, SIDE})));
        }
        Map.Entry<String, NodeInfo> output =
                session.getOutputInfo().entrySet().iterator().next();
        long[] shape = ((TensorInfo) output.getValue().getInfo()).getShape();
        shape[0] = size;
        FloatBuffer scores = floats((int) Arrays.stream(shape).reduce(1, (one, other) -> one * other));
        return new Batches(
                inputs, Map.of(output.getKey(), OnnxTensor.createTensor(environment, scores, shape)), scores);
    }

    private static FloatBuffer floats(int count) {
        return ByteBuffer.allocateDirect(count * Float.BYTES)
                .order(ByteOrder.nativeOrder())
                .asFloatBuffer();
    }

    @Override
    public double imagesPerSecond(Duration duration) throws IOException {
        long start = System.nanoTime();
        long images = 0;
        do {
            run(full);
            images += BATCH;
        } while (System.nanoTime() - start < duration.toNanos());
        return images * 1e9 / (System.nanoTime() - start);
    }

    @Override
    public double medianNanos(Duration duration) throws IOException {
        long[] nanos = new long[(int) Math.min(MAX_RUNS, duration.toNanos() / 1_000)];
        long start = System.nanoTime();
        int count = 0;
        do {
            long before = System.nanoTime();
            run(single);
            nanos[count++] = System.nanoTime() - before;
        } while (count < nanos.length && System.nanoTime() - start < duration.toNanos());
        Arrays.sort(nanos, 0, count);
        return nanos[count / 2];
    }

    private void run(Batches batches) throws IOException {
        Map<String, OnnxTensor> input = batches.inputs.get(next++ % batches.inputs.size());
        try (OrtSession.Result result = session.run(input, Set.of(), batches.output)) {
            if (result.size() != 1 || Float.isNaN(batches.scores.get(0))) {
                throw new IOException("the model returned no number");
            }
        } catch (OrtException e) {
            throw new IOException("ONNX Runtime failed: " + e.getMessage(), e);
        }
    }

    @Override
    public void close() {
        single.close();
        full.close();
        try {
            session.close();
        } catch (OrtException e) {
            throw new IllegalStateException("ONNX Runtime cannot release the model: " + e.getMessage(), e);
        }
    }
}
