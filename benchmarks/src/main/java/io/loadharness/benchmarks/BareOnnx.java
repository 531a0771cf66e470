// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmarks;

import ai.onnxruntime.NodeInfo;
import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import ai.onnxruntime.TensorInfo;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A loop that only runs the model on the same samples, with the fastest call of ONNX Runtime for Java: all tensors exist before the loop
 * starts, and the model writes the scores into memory that is reused.
 */
final class BareOnnx implements OnnxSide, AutoCloseable {

    private static final int MAX_RUNS = 10_000_000;

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

    BareOnnx(OnnxWorkload workload) throws IOException {
        OrtEnvironment environment = OrtEnvironment.getEnvironment();
        try (OrtSession.SessionOptions options = new OrtSession.SessionOptions()) {
            options.setIntraOpNumThreads(1);
            session = environment.createSession(workload.model().toString(), options);
            single = batches(environment, workload, 1);
            full = batches(environment, workload, OnnxWorkload.BATCH);
        } catch (OrtException e) {
            throw new IOException("ONNX Runtime cannot load " + workload.model() + ": " + e.getMessage(), e);
        }
    }

    private Batches batches(OrtEnvironment environment, OnnxWorkload workload, int size) throws OrtException {
        String input = session.getInputNames().iterator().next();
        List<Map<String, OnnxTensor>> inputs = new ArrayList<>();
        for (int first = 0; first < OnnxWorkload.SAMPLES; first += size) {
            long[] sample = workload.tensor(first).shape();
            FloatBuffer values = floats(size * workload.tensor(first).bytes() / Float.BYTES);
            for (int i = first; i < first + size; i++) {
                values.put(workload.tensor(i).data().asFloatBuffer());
            }
            long[] shape = new long[sample.length + 1];
            shape[0] = size;
            System.arraycopy(sample, 0, shape, 1, sample.length);
            inputs.add(Map.of(input, OnnxTensor.createTensor(environment, values.flip(), shape)));
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
    public double samplesPerSecond(Duration duration) throws IOException {
        long start = System.nanoTime();
        long samples = 0;
        do {
            run(full);
            samples += OnnxWorkload.BATCH;
        } while (System.nanoTime() - start < duration.toNanos());
        return samples * 1e9 / (System.nanoTime() - start);
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
