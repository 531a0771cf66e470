package io.loadharness.cli.profile;

import io.loadharness.inference.GenerationParameters;
import io.loadharness.inference.Tokenizer;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Consumer;

/**
 * What is known of a run when its prompts are made.
 *
 * @param isChat whether they are chat messages
 * @param tokenizer of the model, if it is at hand
 * @param requests about how many the stages send
 * @param warmUps how many are sent before
 * @param maxTokens of every answer, if the user says so on the command line
 * @param parameters of every request
 * @param remarks is told what a user should know
 */
public record Asking(
        boolean isChat,
        Optional<Tokenizer> tokenizer,
        long requests,
        int warmUps,
        OptionalInt maxTokens,
        GenerationParameters parameters,
        Consumer<String> remarks) {}
