// SPDX-License-Identifier: Apache-2.0
package io.loadharness.inference;

import java.util.Objects;

/**
 * The request of a sample to a model. Immutable. A data set may store a request, and many samples may use the same request.
 *
 * <pre>{@code
 * InferenceRequest request = InferenceRequest.of(0, Prompt.of("Why is the sky blue?"));
 * }</pre>
 *
 * @param sampleIndex the index of the sample in the data set
 * @param prompt the prompt
 * @param parameters the generation parameters
 */
public record InferenceRequest(int sampleIndex, Prompt prompt, GenerationParameters parameters) {

    public InferenceRequest {
        Objects.requireNonNull(prompt, "prompt");
        Objects.requireNonNull(parameters, "parameters");
    }

    /** Creates a request without generation parameters. The defaults of the server apply. */
    public static InferenceRequest of(int sampleIndex, Prompt prompt) {
        return new InferenceRequest(sampleIndex, prompt, GenerationParameters.DEFAULTS);
    }
}
