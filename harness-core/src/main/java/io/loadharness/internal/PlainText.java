// SPDX-License-Identifier: Apache-2.0
package io.loadharness.internal;

import java.util.regex.Pattern;

/** Makes text from files and servers safe to print on a terminal. */
public final class PlainText {

    /** A regular expression for C0 and C1 control characters and the marks that change the direction of text. */
    public static final String CONTROL = "[\\p{Cc}\\u061C\\u200E\\u200F\\u202A-\\u202E\\u2066-\\u2069]";

    private static final Pattern CONTROLS = Pattern.compile(CONTROL);

    private PlainText() {}

    /** Returns the text as one line. Line breaks and tabs are replaced with spaces, other control characters with U+FFFD. */
    public static String of(String text) {
        return CONTROLS.matcher(text.replaceAll("\\R|\\t", " ")).replaceAll("\uFFFD");
    }
}
