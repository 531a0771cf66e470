// SPDX-License-Identifier: Apache-2.0
package io.loadharness.onnx;

import io.loadharness.inference.InferenceRequest;
import io.loadharness.inference.Tensor;
import java.nio.ByteBuffer;
import java.util.List;

/** Copies the elements of all outputs. */
record RawEncoder() implements OutputEncoder {

    @Override
    public byte[] encode(InferenceRequest request, List<Tensor> outputs) {
        int size = 0;
        for (Tensor each : outputs) {
            size = Math.addExact(size, each.bytes());
        }
        ByteBuffer bytes = ByteBuffer.allocate(size);
        int position = 0;
        for (Tensor each : outputs) {
            each.copyTo(bytes, position);
            position += each.bytes();
        }
        return bytes.array();
    }
}
