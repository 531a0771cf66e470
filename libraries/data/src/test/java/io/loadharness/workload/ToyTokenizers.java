// SPDX-License-Identifier: Apache-2.0
package io.loadharness.workload;

import io.loadharness.inference.TokenCounter;
import java.util.regex.Pattern;

/** Tokenizers that differ in where they cut. */
final class ToyTokenizers {

    private static final Pattern PIECES = Pattern.compile(" ?\\w{1,4}|\\s|[^\\w\\s]");
    private static final Pattern WORDS = Pattern.compile("\\S+");

    private ToyTokenizers() {}

    /** Each word with what sticks to it. */
    static TokenCounter words() {
        return text -> (int) WORDS.matcher(text).results().count();
    }

    /** Each character. */
    static TokenCounter characters() {
        return String::length;
    }

    /** Up to four letters, with the space before them. */
    static TokenCounter pieces() {
        return text -> (int) PIECES.matcher(text).results().count();
    }

    /** Cuts every three characters wherever they are, so that what comes behind changes the token in front. */
    static TokenCounter threes() {
        return text -> (text.length() + 2) / 3;
    }
}
