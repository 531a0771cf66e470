// SPDX-License-Identifier: Apache-2.0
package io.loadharness.inference;

/** The source of the token count of a response. A chunk is never counted as a token, because a chunk may contain any number of tokens. */
public enum TokenSource {
    /** The server sent the id of each token. */
    IDS,
    /** The server reported the number of tokens in the usage of its response. */
    USAGE,
    /**
     * The server reported numbers of tokens in the usage of its response, but the response contradicts these numbers. Such a response
     * contains different numbers, a number below the number of chunks with tokens, or a total that is not the sum of the numbers in the
     * chunks or of the token ids of all prompts of a request. The token count is the number of token ids or, without ids, the number in the
     * usage.
     */
    CONTRADICTORY_USAGE,
    /** A tokenizer of the client counted the tokens of the text. */
    TOKENIZER,
    /** The number of tokens is unknown. */
    NONE
}
