// SPDX-License-Identifier: Apache-2.0
package io.loadharness.chattemplate;

import java.util.function.IntPredicate;

/** Methods for white space as Python defines it. */
final class Spaces {

    private static final int NEXT_LINE = 0x85;
    private static final String LINE_ENDS = "\n\r\u000b\f\u001c\u001d\u001e\u0085\u2028\u2029";

    private Spaces() {}

    static boolean isSpace(int c) {
        return Character.isWhitespace(c) || Character.isSpaceChar(c) || c == NEXT_LINE;
    }

    /** Returns true if a character ends a line for {@code splitlines} in Python. */
    static boolean isLineEnd(char c) {
        return LINE_ENDS.indexOf(c) >= 0;
    }

    static boolean isBlank(String text) {
        return text.chars().allMatch(Spaces::isSpace);
    }

    /** Returns the position of the first character at or after {@code from} that is not white space. */
    static int after(String text, int from) {
        int at = from;
        while (at < text.length() && isSpace(text.charAt(at))) {
            at++;
        }
        return at;
    }

    static String strip(String text) {
        return stripLeft(stripRight(text, Spaces::isSpace), Spaces::isSpace);
    }

    static String stripLeft(String text, IntPredicate matcher) {
        int from = 0;
        while (from < text.length() && matcher.test(text.codePointAt(from))) {
            from += Character.charCount(text.codePointAt(from));
        }
        return text.substring(from);
    }

    static String stripRight(String text, IntPredicate matcher) {
        int to = text.length();
        while (to > 0 && matcher.test(text.codePointBefore(to))) {
            to -= Character.charCount(text.codePointBefore(to));
        }
        return text.substring(0, to);
    }
}
