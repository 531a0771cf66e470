// SPDX-License-Identifier: Apache-2.0
package io.loadharness.inference;

import java.util.Objects;

/**
 * The whole output of a model or its first part: token ids, text, or both. Models that are not language models return bytes. Immutable.
 *
 * <pre>{@code
 * Output first = Output.of(new int[] {791, 6864}, "The capital");
 * }</pre>
 */
public final class Output {

    private static final int[] NO_IDS = {};
    private static final byte[] NO_BYTES = {};

    /** An output that has neither token ids nor text nor bytes. */
    public static final Output NOTHING = new Output(NO_IDS, "", NO_BYTES, false);

    private final int[] tokenIds;
    private final String text;
    private final byte[] bytes;
    private final boolean isBytes;

    private Output(int[] tokenIds, String text, byte[] bytes, boolean isBytes) {
        this.tokenIds = Objects.requireNonNull(tokenIds, "tokenIds");
        this.text = Objects.requireNonNull(text, "text");
        this.bytes = Objects.requireNonNull(bytes, "bytes");
        this.isBytes = isBytes;
    }

    /** Creates output of token ids. The output does not copy the array; do not change the array. */
    public static Output of(int... tokenIds) {
        return new Output(tokenIds, "", NO_BYTES, false);
    }

    /** Creates output of text. */
    public static Output of(String text) {
        return new Output(NO_IDS, text, NO_BYTES, false);
    }

    /** Creates output of token ids and their text. The output does not copy the array; do not change the array. */
    public static Output of(int[] tokenIds, String text) {
        return new Output(tokenIds, text, NO_BYTES, false);
    }

    /**
     * Creates output of bytes, in the encoding that the accuracy script of the model reads. An empty array is valid, for example for an
     * image in which the model finds no object. The output does not copy the array; do not change the array.
     */
    public static Output ofBytes(byte[] bytes) {
        return new Output(NO_IDS, "", bytes, true);
    }

    /** Returns the token ids in order; empty if the ids are unknown. The array is not a copy; do not change it. */
    public int[] tokenIds() {
        return tokenIds;
    }

    /** Returns the text; empty if the text is unknown. */
    public String text() {
        return text;
    }

    /** Returns the bytes of a model that is not a language model; otherwise empty. The array is not a copy; do not change it. */
    public byte[] bytes() {
        return bytes;
    }

    /** Returns true for the output of a model that is not a language model, even if the model returned no bytes. */
    public boolean isBytes() {
        return isBytes;
    }

    @Override
    public String toString() {
        if (isBytes) {
            return "Output[" + bytes.length + " bytes]";
        }
        return "Output[" + tokenIds.length + " ids, " + text.length() + " characters]";
    }
}
