// SPDX-License-Identifier: Apache-2.0
package io.loadharness.inference;

import java.util.Objects;

/** The whole output of a model or its first part: token ids, text, or both. Immutable. */
public final class Output {

    private static final int[] NO_IDS = {};

    /** An output that has neither token ids nor text. */
    public static final Output NOTHING = new Output(NO_IDS, "");

    private final int[] tokenIds;
    private final String text;

    private Output(int[] tokenIds, String text) {
        this.tokenIds = Objects.requireNonNull(tokenIds, "tokenIds");
        this.text = Objects.requireNonNull(text, "text");
    }

    /** Creates output of token ids. The output does not copy the array; do not change it. */
    public static Output of(int... tokenIds) {
        return new Output(tokenIds, "");
    }

    /** Creates output of text. */
    public static Output of(String text) {
        return new Output(NO_IDS, text);
    }

    /** Creates output of token ids and their text. The output does not copy the array; do not change it. */
    public static Output of(int[] tokenIds, String text) {
        return new Output(tokenIds, text);
    }

    /** Returns the token ids in order; empty if the ids are unknown. The array is not a copy; do not change it. */
    public int[] tokenIds() {
        return tokenIds;
    }

    /** Returns the text; empty if the text is unknown. */
    public String text() {
        return text;
    }

    @Override
    public String toString() {
        return "Output[" + tokenIds.length + " ids, " + text.length() + " characters]";
    }
}
