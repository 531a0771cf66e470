// SPDX-License-Identifier: Apache-2.0
package io.loadharness.workload;

import io.loadharness.inference.TokenCounter;
import java.util.regex.Pattern;

/** Simple tokenizers with different token boundaries. */
final class ToyTokenizers {

    private static final Pattern PIECES = Pattern.compile(" ?\\w{1,4}|\\s|[^\\w\\s]");
    private static final Pattern WORDS = Pattern.compile("\\S+");

    private ToyTokenizers() {}

    /** Counts words, including attached punctuation. */
    static TokenCounter words() {
        return text -> (int) WORDS.matcher(text).results().count();
    }

    /** Counts characters. */
    static TokenCounter characters() {
        return String::length;
    }

    /** Counts pieces of up to four letters, with the space before them. */
    static TokenCounter pieces() {
        return text -> (int) PIECES.matcher(text).results().count();
    }

    /** Counts groups of three characters; appended text can change the last token. */
    static TokenCounter threes() {
        return text -> (text.length() + 2) / 3;
    }
}
