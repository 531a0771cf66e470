// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmark;

import io.loadharness.inference.GenerationParameters;
import io.loadharness.inference.Tokenizer;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Consumer;

/**
 * The facts about a run that its prompts depend on.
 *
 * @param isChat true if prompts are chat messages
 * @param tokenizer of the model, if there is one
 * @param requests about how many requests the stages send
 * @param warmUps how many requests are sent before them
 * @param maxTokens of every response, if the user set it
 * @param parameters of every request
 * @param messages receives sentences for people
 */
public record PromptNeeds(
        boolean isChat,
        Optional<Tokenizer> tokenizer,
        long requests,
        int warmUps,
        OptionalInt maxTokens,
        GenerationParameters parameters,
        Consumer<String> messages) {}
