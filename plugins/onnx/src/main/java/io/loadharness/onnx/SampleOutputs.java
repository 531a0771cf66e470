// SPDX-License-Identifier: Apache-2.0
package io.loadharness.onnx;

import io.loadharness.inference.InferenceRequest;
import io.loadharness.inference.Tensor;
import java.util.List;

/** The outputs of one sample: views of the outputs of its batch, without the batch dimension. */
final class SampleOutputs {

    private final List<Tensor> tensors;
    private final Elements[] elements;

    SampleOutputs(List<Tensor> tensors) {
        this.tensors = List.copyOf(tensors);
        this.elements = new Elements[tensors.size()];
        for (int i = 0; i < elements.length; i++) {
            elements[i] = Elements.of(tensors.get(i));
        }
    }

    /** Returns the number of outputs. */
    int size() {
        return elements.length;
    }

    /** Returns the elements of an output. */
    Elements elements(int output) {
        return elements[output];
    }

    /** Returns the bytes of the sample. For an encoder of classes, no view of the tensors has to be created. */
    byte[] encode(OutputEncoder encoder, InferenceRequest request) {
        return encoder instanceof ClassEncoder classes ? classes.encode(elements[0]) : encoder.encode(request, tensors);
    }
}
