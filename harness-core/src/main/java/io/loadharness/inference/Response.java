// SPDX-License-Identifier: Apache-2.0
package io.loadharness.inference;

import java.util.Objects;

/**
 * A complete answer.
 *
 * @param output what the model said
 * @param tokenCount how many tokens that is; 0 if nobody counted
 * @param tokenSource who counted
 * @param reasoningTokens how many of them are reasoning, {@link Usage#UNKNOWN} if nobody said
 * @param usage what the server says about it
 * @param finishReason why the model stopped, in the server's words; empty if it has none
 * @param timeline when what happened
 */
public record Response(
        Output output,
        int tokenCount,
        TokenSource tokenSource,
        int reasoningTokens,
        Usage usage,
        String finishReason,
        Timeline timeline) {

    public Response {
        Objects.requireNonNull(output, "output");
        Objects.requireNonNull(tokenSource, "tokenSource");
        Objects.requireNonNull(usage, "usage");
        Objects.requireNonNull(finishReason, "finishReason");
        Objects.requireNonNull(timeline, "timeline");
        if (tokenCount < 0) {
            throw new IllegalArgumentException("tokenCount is negative: " + tokenCount);
        }
    }

    /** An answer whose tokens are its ids, and nobody else knows anything of it. For backends inside the process. */
    public static Response of(int[] tokenIds, Timeline timeline) {
        return new Response(
                Output.of(tokenIds), tokenIds.length, TokenSource.IDS, Usage.UNKNOWN, Usage.NONE, "", timeline);
    }

    /** The same with its tokens counted in its text; itself if somebody has counted them. */
    public Response countedBy(TokenCounter counter) {
        return tokenSource == TokenSource.NONE ? counted(counter.count(output.text()), TokenSource.TOKENIZER) : this;
    }

    private Response counted(int tokens, TokenSource source) {
        return new Response(output, tokens, source, reasoningTokens, usage, finishReason, timeline);
    }

    Response at(Timeline newTimeline) {
        return new Response(output, tokenCount, tokenSource, reasoningTokens, usage, finishReason, newTimeline);
    }
}
