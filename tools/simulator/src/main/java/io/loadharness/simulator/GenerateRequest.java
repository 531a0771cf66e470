// SPDX-License-Identifier: Apache-2.0
package io.loadharness.simulator;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * What a client asks the model for, whatever the dialect.
 *
 * @param model the name that the client gives, if it gives one
 * @param prompts each as token ids
 * @param images how many images the prompts show
 * @param maxTokens the limit of an answer, if there is one
 * @param minTokens the model does not end by itself before
 * @param ignoreEos the model does not end by itself at all
 * @param stop texts that end an answer
 * @param seed of the answer; the server's if there is none
 * @param stream whether tokens come as they are made
 * @param includeUsage whether a stream ends with counts
 * @param returnTokenIds whether the ids come back beside the text
 */
record GenerateRequest(
        Optional<String> model,
        List<int[]> prompts,
        int images,
        OptionalInt maxTokens,
        int minTokens,
        boolean ignoreEos,
        List<String> stop,
        OptionalLong seed,
        boolean stream,
        boolean includeUsage,
        boolean returnTokenIds) {

    int promptTokens() {
        return prompts.stream().mapToInt(prompt -> prompt.length).sum();
    }
}
