// SPDX-License-Identifier: Apache-2.0
package io.loadharness.onnx;

import io.loadharness.inference.InferenceRequest;
import io.loadharness.inference.Tensor;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;

/** Encodes the classes with the highest scores. */
record ClassEncoder(int count, Tensor.Type type, int offset) implements OutputEncoder {

    private static final VarHandle FLOATS =
            MethodHandles.byteArrayViewVarHandle(float[].class, ByteOrder.nativeOrder());
    private static final VarHandle INTS = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.nativeOrder());
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());

    ClassEncoder {
        if (count < 1) {
            throw new IllegalArgumentException("the number of classes must be at least 1: got " + count);
        }
        if (type != Tensor.Type.FLOAT32 && type != Tensor.Type.INT32 && type != Tensor.Type.INT64) {
            throw new IllegalArgumentException("classes must be encoded as float32, int32 or int64: got " + type);
        }
    }

    @Override
    public byte[] encode(InferenceRequest request, List<Tensor> outputs) {
        return encode(Elements.of(outputs.get(0)));
    }

    /** Encodes the elements of the first output. */
    byte[] encode(Elements elements) {
        if (elements.size() == 1 && !elements.isFloatingPoint()) {
            return bytes(elements.integer(0));
        }
        if (elements.size() == 0) {
            throw new IllegalArgumentException(
                    "the output '" + elements.name() + "' is empty, so it has no class: select another output");
        }
        if (count > elements.size()) {
            throw new IllegalArgumentException(
                    "output=top-k:" + count + " needs at least that many values, but the output '" + elements.name()
                            + "' has " + elements.size() + ": use a smaller K, or select another output");
        }
        return count == 1 ? bytes(highest(elements)) : bytes(best(elements));
    }

    /** Returns the class with the highest score, without an array. */
    private static int highest(Elements elements) {
        int highest = 0;
        double score = Double.NEGATIVE_INFINITY;
        for (int i = 0; i < elements.size(); i++) {
            double each = elements.number(i);
            if (each > score) {
                highest = i;
                score = each;
            }
        }
        return highest;
    }

    /** Inserts each class into the sorted array of the best classes so far. For few classes, this is faster than a heap. */
    private long[] best(Elements elements) {
        long[] classes = new long[count];
        double[] scores = new double[count];
        Arrays.fill(scores, Double.NEGATIVE_INFINITY);
        int found = 0;
        for (int i = 0; i < elements.size(); i++) {
            double score = elements.number(i);
            double comparable = Double.isNaN(score) ? Double.NEGATIVE_INFINITY : score;
            if (found == count && comparable <= scores[count - 1]) {
                continue;
            }
            int at = found < count ? found++ : count - 1;
            while (at > 0 && scores[at - 1] < comparable) {
                scores[at] = scores[at - 1];
                classes[at] = classes[at - 1];
                at--;
            }
            scores[at] = comparable;
            classes[at] = i;
        }
        return classes;
    }

    private byte[] bytes(long best) {
        byte[] bytes = new byte[type.bytes()];
        put(bytes, 0, best);
        return bytes;
    }

    private byte[] bytes(long[] classes) {
        byte[] bytes = new byte[classes.length * type.bytes()];
        for (int i = 0; i < classes.length; i++) {
            put(bytes, i * type.bytes(), classes[i]);
        }
        return bytes;
    }

    private void put(byte[] bytes, int index, long best) {
        long number = best + offset;
        switch (type) {
            case FLOAT32 -> FLOATS.set(bytes, index, (float) number);
            case INT32 -> INTS.set(bytes, index, Math.toIntExact(number));
            default -> LONGS.set(bytes, index, number);
        }
    }
}
