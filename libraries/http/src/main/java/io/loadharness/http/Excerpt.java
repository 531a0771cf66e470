// SPDX-License-Identifier: Apache-2.0
package io.loadharness.http;

import io.loadharness.internal.PlainText;
import java.nio.charset.StandardCharsets;

/** Shortens text from servers for messages, and replaces line breaks and other control characters with spaces. */
final class Excerpt {

    /** The mark at the end of a shortened text. */
    static final String CUT = " ...";

    private static final int MAX_CHARACTERS = 200;

    private Excerpt() {}

    static String of(byte[] bytes, int from, int to) {
        int end = Math.min(to, from + 4 * MAX_CHARACTERS);
        return of(new String(bytes, from, end - from, StandardCharsets.UTF_8), end < to);
    }

    static String of(String text) {
        return of(text, false);
    }

    private static String of(String text, boolean isCut) {
        String line = text.strip().replaceAll(PlainText.CONTROL + "+", " ");
        if (line.length() > MAX_CHARACTERS) {
            return line.substring(0, MAX_CHARACTERS) + CUT;
        }
        return isCut ? line + CUT : line;
    }
}
