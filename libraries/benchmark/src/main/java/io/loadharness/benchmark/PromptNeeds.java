// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmark;

import io.loadharness.inference.GenerationParameters;
import io.loadharness.inference.Tokenizer;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Consumer;

/**
 * Properties of a run that determine its prompts.
 *
 * @param isChat true if prompts are chat messages
 * @param tokenizer the tokenizer of the model; empty if no tokenizer was set
 * @param requests the approximate number of requests of all stages
 * @param warmUps the number of warm-up requests
 * @param maxTokens the maximum number of output tokens; empty if the user did not set it
 * @param parameters the generation parameters of every request
 * @param messages receives messages for the user
 */
public record PromptNeeds(
        boolean isChat,
        Optional<Tokenizer> tokenizer,
        long requests,
        int warmUps,
        OptionalInt maxTokens,
        GenerationParameters parameters,
        Consumer<String> messages) {}
