// SPDX-License-Identifier: Apache-2.0
package io.loadharness.onnx;

import io.loadharness.inference.InferenceRequest;
import io.loadharness.inference.Tensor;
import java.util.List;

/** Copies the elements of all outputs. */
record RawEncoder() implements OutputEncoder {

    @Override
    public byte[] encode(InferenceRequest request, List<Tensor> outputs) {
        int size = 0;
        for (Tensor each : outputs) {
            size = Math.addExact(size, each.bytes());
        }
        byte[] bytes = new byte[size];
        int position = 0;
        for (Tensor each : outputs) {
            each.data().get(bytes, position, each.bytes());
            position += each.bytes();
        }
        return bytes;
    }
}
