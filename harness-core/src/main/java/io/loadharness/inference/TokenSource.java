// SPDX-License-Identifier: Apache-2.0
package io.loadharness.inference;

/** The source of the token count of a response. A chunk is never counted as a token, because a chunk may contain any number of tokens. */
public enum TokenSource {
    /** The server sent the id of each token. */
    IDS,
    /** The server reported the count in its usage. */
    USAGE,
    /**
     * The server reported the count in its usage, but its response contradicts the usage: it reported different counts, a count below the
     * number of chunks with tokens, or a total that is not the sum of the counts in the chunks.
     */
    CONTRADICTORY_USAGE,
    /** A tokenizer of the client counted the tokens of the text. */
    TOKENIZER,
    /** The count is unknown. */
    NONE
}
