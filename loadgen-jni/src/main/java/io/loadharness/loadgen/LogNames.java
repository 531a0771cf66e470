// SPDX-License-Identifier: Apache-2.0
package io.loadharness.loadgen;

import org.jspecify.annotations.Nullable;

/**
 * Checks names that LoadGen writes into its JSON logs. LoadGen does not escape names. Therefore a name that needs escaping makes a log
 * unreadable.
 */
final class LogNames {

    private static final int MAX_LENGTH = 1000;

    private LogNames() {}

    /** Throws an exception if a name would make a log unreadable. */
    static void require(String what, @Nullable String name) {
        if (name == null) {
            throw new IllegalArgumentException("the name of the " + what + " is null");
        }
        if (name.length() > MAX_LENGTH) {
            throw new IllegalArgumentException("the name of the " + what + " must have at most " + MAX_LENGTH
                    + " characters: got " + name.length());
        }
        name.codePoints().filter(c -> !isSafe(c)).findFirst().ifPresent(c -> {
            throw new IllegalArgumentException("the name of the " + what + " must not contain U+%04X".formatted(c)
                    + ", which would make LoadGen's log unreadable");
        });
    }

    private static boolean isSafe(int c) {
        return switch (Character.getType(c)) {
            case Character.CONTROL, Character.SURROGATE, Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR ->
                false;
            default -> c != '"' && c != '\\';
        };
    }
}
