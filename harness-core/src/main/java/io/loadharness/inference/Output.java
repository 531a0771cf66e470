// SPDX-License-Identifier: Apache-2.0
package io.loadharness.inference;

import java.util.Objects;

/** What a model said, or the beginning of it: token ids, text, or both. Immutable. */
public final class Output {

    private static final int[] NO_IDS = {};

    /** Nothing. */
    public static final Output NOTHING = new Output(NO_IDS, "");

    private final int[] tokenIds;
    private final String text;

    private Output(int[] tokenIds, String text) {
        this.tokenIds = Objects.requireNonNull(tokenIds, "tokenIds");
        this.text = Objects.requireNonNull(text, "text");
    }

    /** Output of token ids. The array becomes the output's and is not changed any more. */
    public static Output of(int... tokenIds) {
        return new Output(tokenIds, "");
    }

    /** Output of text. */
    public static Output of(String text) {
        return new Output(NO_IDS, text);
    }

    /** Output of token ids and the text that they mean. The array becomes the output's and is not changed any more. */
    public static Output of(int[] tokenIds, String text) {
        return new Output(tokenIds, text);
    }

    /** The token ids, in order; empty if nobody gave any. The array is the output's own: it is only for reading. */
    public int[] tokenIds() {
        return tokenIds;
    }

    /** The text; empty if nobody gave any. */
    public String text() {
        return text;
    }

    @Override
    public String toString() {
        return "Output[" + tokenIds.length + " ids, " + text.length() + " characters]";
    }
}
