// SPDX-License-Identifier: Apache-2.0
package io.loadharness.onnx;

import io.loadharness.inference.InferenceRequest;
import io.loadharness.inference.Tensor;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;

/** Encodes the classes with the highest scores. */
record ClassEncoder(int count, Tensor.Type type, int offset) implements OutputEncoder {

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
        Tensor output = outputs.get(0);
        Elements elements = Elements.of(output);
        if (elements.size() == 1 && !elements.isFloatingPoint()) {
            return bytes(new long[] {elements.integer(0)});
        }
        if (count > elements.size()) {
            throw new IllegalArgumentException(
                    "output=top-k:" + count + " needs at least that many values, but the output '" + output.name()
                            + "' has " + elements.size() + ": use a smaller K, or select another output");
        }
        return bytes(best(elements));
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

    private byte[] bytes(long[] classes) {
        ByteBuffer bytes = ByteBuffer.allocate(classes.length * type.bytes()).order(ByteOrder.nativeOrder());
        for (long each : classes) {
            long number = each + offset;
            switch (type) {
                case FLOAT32 -> bytes.putFloat((float) number);
                case INT32 -> bytes.putInt(Math.toIntExact(number));
                default -> bytes.putLong(number);
            }
        }
        return bytes.array();
    }
}
