// SPDX-License-Identifier: Apache-2.0
package io.loadharness.internal;

import java.util.ArrayList;
import java.util.List;

/** Splits a command line into words as a POSIX shell does: with quotes and backslashes, but without variables and patterns. */
public final class CommandWords {

    private CommandWords() {}

    /**
     * Returns the words of a command line.
     *
     * @param option the option that contains the command line, for messages
     * @throws IllegalArgumentException if a quote is not closed, or a backslash is the last character
     */
    public static List<String> split(String option, String command) {
        List<String> words = new ArrayList<>();
        StringBuilder word = new StringBuilder();
        boolean inWord = false;
        char quote = 0;
        for (int i = 0; i < command.length(); i++) {
            char c = command.charAt(i);
            if (quote == 0 && Character.isWhitespace(c)) {
                if (inWord) {
                    words.add(word.toString());
                }
                word.setLength(0);
                inWord = false;
                continue;
            }
            inWord = true;
            if (c == quote) {
                quote = 0;
            } else if (quote == 0 && (c == '\'' || c == '"')) {
                quote = c;
            } else if (c == '\\' && escapes(option, command, i, quote)) {
                i++;
                word.append(command.charAt(i));
            } else {
                word.append(c);
            }
        }
        if (quote != 0) {
            throw new IllegalArgumentException(
                    option + " has an opening " + quote + " without a closing one: " + command);
        }
        if (inWord) {
            words.add(word.toString());
        }
        return words;
    }

    private static boolean escapes(String option, String command, int backslash, char quote) {
        if (quote == '\'') {
            return false;
        }
        if (backslash + 1 == command.length()) {
            throw new IllegalArgumentException(option + " ends with a backslash: remove it: " + command);
        }
        return quote == 0 || "\"\\$`".indexOf(command.charAt(backslash + 1)) >= 0;
    }
}
