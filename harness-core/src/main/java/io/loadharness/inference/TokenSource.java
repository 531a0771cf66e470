// SPDX-License-Identifier: Apache-2.0
package io.loadharness.inference;

/** Who counted the tokens of a response. Nobody counts chunks: one chunk may carry any number of tokens. */
public enum TokenSource {
    /** The server sent each token's id. */
    IDS,
    /** The server sent the number. */
    USAGE,
    /** A tokenizer on this side counted them in the text. */
    TOKENIZER,
    /** Nobody. */
    NONE
}
