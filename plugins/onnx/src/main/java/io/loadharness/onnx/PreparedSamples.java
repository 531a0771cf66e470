// SPDX-License-Identifier: Apache-2.0
package io.loadharness.onnx;

import io.loadharness.inference.InferenceRequest;
import io.loadharness.inference.Prompt;
import io.loadharness.inference.SamplePreprocessor;
import io.loadharness.inference.Tensor;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/** The samples that a preprocessor has converted, by their index in the data set. Thread-safe. */
final class PreparedSamples {

    private final SamplePreprocessor preprocessor;
    private final Map<Integer, InferenceRequest> requests = new ConcurrentHashMap<>();
    private final LongAdder nanos = new LongAdder();

    PreparedSamples(SamplePreprocessor preprocessor) {
        this.preprocessor = preprocessor;
    }

    /**
     * Converts a sample, checks the result and keeps it.
     *
     * @throws IllegalArgumentException if the sample cannot be converted, or does not fit the model afterwards
     */
    synchronized InferenceRequest prepare(InferenceRequest request, ModelSignature signature) {
        if (!(request.prompt() instanceof Prompt.Tensors tensors)) {
            signature.check(request); // names what is missing
            return request;
        }
        long start = System.nanoTime();
        InferenceRequest prepared;
        try {
            List<Tensor> inputs = preprocessor.prepare(tensors.inputs(), signature.modelInputs());
            prepared = new InferenceRequest(request.sampleIndex(), new Prompt.Tensors(inputs), request.parameters());
        } catch (RuntimeException e) {
            String reason = e instanceof IllegalArgumentException && e.getMessage() != null ? e.getMessage() : "" + e;
            throw new IllegalArgumentException("the preprocessor '" + preprocessor.name() + "' " + reason, e);
        }
        nanos.add(System.nanoTime() - start);
        try {
            signature.check(prepared);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "after the preprocessor '" + preprocessor.name() + "', " + e.getMessage(), e);
        }
        requests.put(request.sampleIndex(), prepared);
        return prepared;
    }

    /** Returns the converted request of a sample; null if the sample was never prepared. */
    @Nullable
    InferenceRequest of(InferenceRequest request) {
        return requests.get(request.sampleIndex());
    }

    long nanos() {
        return nanos.sum();
    }
}
