// SPDX-License-Identifier: Apache-2.0
package io.loadharness.inference;

import java.util.Objects;

/**
 * What a sample asks of a model. Immutable, so that a data set can keep it and issue it many times.
 *
 * @param sampleIndex which sample of the data set this is
 * @param prompt what the model is asked
 * @param parameters how it shall answer
 */
public record InferenceRequest(int sampleIndex, Prompt prompt, GenerationParameters parameters) {

    public InferenceRequest {
        Objects.requireNonNull(prompt, "prompt");
        Objects.requireNonNull(parameters, "parameters");
    }

    /** A request with the server's default parameters. */
    public static InferenceRequest of(int sampleIndex, Prompt prompt) {
        return new InferenceRequest(sampleIndex, prompt, GenerationParameters.DEFAULTS);
    }
}
