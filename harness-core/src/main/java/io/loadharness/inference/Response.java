// SPDX-License-Identifier: Apache-2.0
package io.loadharness.inference;

import java.util.Objects;

/**
 * A complete response. Immutable.
 *
 * <pre>{@code
 * listener.end(new Response(
 *         Output.of(text), usage.completion(), TokenSource.USAGE, Usage.UNKNOWN, usage, "stop", timeline));
 * }</pre>
 *
 * @param output the output of the model
 * @param tokenCount the number of tokens of the output; 0 if unknown
 * @param tokenSource the source of the token count
 * @param reasoningTokens the number of reasoning tokens in the output; {@link Usage#UNKNOWN} if unknown
 * @param usage the usage that the server reports
 * @param finishReason the finish reason that the server reports; empty if the server reports none
 * @param timeline the timestamps of the request
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
            throw new IllegalArgumentException("tokenCount must not be negative: got " + tokenCount);
        }
    }

    /** Creates a response of token ids, without usage and finish reason. Intended for engines in this process. */
    public static Response of(int[] tokenIds, Timeline timeline) {
        return new Response(
                Output.of(tokenIds), tokenIds.length, TokenSource.IDS, Usage.UNKNOWN, Usage.NONE, "", timeline);
    }

    /**
     * Creates a response of bytes, which has no tokens. Intended for models that are not language models.
     *
     * @param bytes the output in the encoding that the accuracy script of the model reads
     */
    public static Response ofBytes(byte[] bytes, Timeline timeline) {
        return new Response(Output.ofBytes(bytes), 0, TokenSource.NONE, Usage.UNKNOWN, Usage.NONE, "", timeline);
    }

    /**
     * Counts the tokens of the text and returns a copy of the response with this token count. Returns this response if its token count is
     * known.
     */
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
