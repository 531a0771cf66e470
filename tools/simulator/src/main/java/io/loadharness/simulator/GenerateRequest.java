// SPDX-License-Identifier: Apache-2.0
package io.loadharness.simulator;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * A request for completions, independent of the API that received it.
 *
 * @param model the name of the model, if the request contains one
 * @param prompts the prompts as token ids
 * @param images the number of images in the prompts
 * @param maxTokens the maximum number of tokens of a completion; empty if only the model length limits it
 * @param minTokens the minimum number of tokens of a completion, unless a stop string ends it
 * @param ignoreEos true if only the token limit or a stop string ends a completion
 * @param stop the strings that end a completion
 * @param seed the seed of the completion; if it is empty, the server's seed is used
 * @param stream true if tokens are sent as they are generated
 * @param includeUsage true if a stream must end with token counts
 * @param returnTokenIds true if the response contains token ids in addition to the text
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
