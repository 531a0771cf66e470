// SPDX-License-Identifier: Apache-2.0
package io.loadharness.http;

import java.nio.charset.StandardCharsets;

/** The beginning of what a server said, for a message: one line, without control characters. */
final class Excerpt {

    /** Stands where a message was cut. */
    static final String CUT = " ...";

    private static final int MOST = 200;

    private Excerpt() {}

    static String of(byte[] bytes, int from, int to) {
        int end = Math.min(to, from + 4 * MOST);
        return of(new String(bytes, from, end - from, StandardCharsets.UTF_8), end < to);
    }

    static String of(String text) {
        return of(text, false);
    }

    private static String of(String text, boolean isCut) {
        String line = text.strip().replaceAll("[\\p{Cc}\\u202A-\\u202E\\u2066-\\u2069]+", " ");
        if (line.length() > MOST) {
            return line.substring(0, MOST) + CUT;
        }
        return isCut ? line + CUT : line;
    }
}
