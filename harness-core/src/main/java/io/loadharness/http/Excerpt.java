package io.loadharness.http;

import java.nio.charset.StandardCharsets;

/** The beginning of what a server said, for a message: one line, without control characters. */
final class Excerpt {

    private static final int MOST = 200;

    private Excerpt() {}

    static String of(byte[] bytes, int from, int to) {
        int end = Math.min(to, from + 4 * MOST);
        return of(new String(bytes, from, end - from, StandardCharsets.UTF_8));
    }

    static String of(String text) {
        String line = text.strip().replaceAll("\\p{Cntrl}+", " ");
        return line.length() <= MOST ? line : line.substring(0, MOST) + " ...";
    }
}
