// SPDX-License-Identifier: Apache-2.0
package io.loadharness.onnx;

import io.loadharness.inference.InferenceRequest;
import io.loadharness.inference.Tensor;
import java.util.List;

/**
 * Encodes the outputs of the model for one sample as the bytes that LoadGen writes to {@code mlperf_log_accuracy.json}. Must be thread-safe,
 * because several threads can report the results of batches.
 *
 * <pre>{@code
 * OutputEncoder firstScore = (request, outputs) -> {
 *     byte[] bytes = new byte[Float.BYTES];
 *     outputs.get(0).data().get(bytes);
 *     return bytes;
 * };
 * }</pre>
 */
@FunctionalInterface
public interface OutputEncoder {

    /**
     * Returns the bytes of a sample. The result can be empty, for example for an image in which the model finds no object. The sample fails
     * if the result is null or if the method throws an exception.
     *
     * @param request the request of the sample
     * @param outputs the outputs of the model, without the batch; valid only during the call
     */
    byte[] encode(InferenceRequest request, List<Tensor> outputs);

    /** Returns an encoder that copies all elements of all outputs, one output after the other, in native byte order. */
    static OutputEncoder raw() {
        return new RawEncoder();
    }

    /**
     * Returns an encoder of the class with the highest score, as a {@code float32}. MLPerf's {@code accuracy-imagenet.py} reads this
     * encoding by default.
     */
    static OutputEncoder argmax() {
        return classes(1, Tensor.Type.FLOAT32, 0);
    }

    /**
     * Returns an encoder of the classes with the highest scores in the first output, best first. If the first output is one integer per
     * sample, this integer is already a class and is encoded unchanged. NaN counts as the lowest score. Of equal scores, the lower class is
     * better.
     *
     * @param count the number of classes
     * @param type the type of the encoded numbers: {@code FLOAT32}, {@code INT32} or {@code INT64}, as for the option {@code --dtype} of
     *     {@code accuracy-imagenet.py}
     * @param offset a number that is added to each class, for example -1 if class 0 of the model is "background"
     * @throws IllegalArgumentException if the count is not positive or the type is not one of these types
     */
    static OutputEncoder classes(int count, Tensor.Type type, int offset) {
        return new ClassEncoder(count, type, offset);
    }
}
