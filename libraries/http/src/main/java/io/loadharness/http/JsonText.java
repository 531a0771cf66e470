// SPDX-License-Identifier: Apache-2.0
package io.loadharness.http;

import java.nio.charset.StandardCharsets;

/** Scans strings and numbers in JSON. Methods that return a position return -1 if the text is not valid. */
final class JsonText {

    private static final String ESCAPED = "\"\\/bfnrt";
    private static final String UNESCAPED = "\"\\/\b\f\n\r\t";
    private static final int INVALID = -1;
    private static final int HEX_DIGITS = 4;

    private JsonText() {}

    /** Returns the text of a string that is already validated. */
    static String of(byte[] bytes, int from, int to) {
        StringBuilder text = null;
        int plain = from;
        int at = from;
        while (at < to) {
            if (bytes[at] != '\\') {
                at++;
                continue;
            }
            text = text == null ? new StringBuilder(to - from) : text;
            text.append(plain(bytes, plain, at)).append(unescaped(bytes, at));
            at += bytes[at + 1] == 'u' ? 2 + HEX_DIGITS : 2;
            plain = at;
        }
        String rest = plain(bytes, plain, to);
        return text == null ? rest : text.append(rest).toString();
    }

    private static String plain(byte[] bytes, int from, int to) {
        return new String(bytes, from, to - from, StandardCharsets.UTF_8);
    }

    private static char unescaped(byte[] bytes, int escape) {
        byte kind = bytes[escape + 1];
        if (kind != 'u') {
            return UNESCAPED.charAt(ESCAPED.indexOf(kind));
        }
        int code = 0;
        for (int i = escape + 2; i < escape + 2 + HEX_DIGITS; i++) {
            code = code << 4 | Character.digit(bytes[i], 16);
        }
        return (char) code;
    }

    /** Returns the position after an escape sequence. */
    static int endOfEscape(byte[] bytes, int from, int to) {
        if (from + 1 >= to) {
            return INVALID;
        }
        byte kind = bytes[from + 1];
        if (kind != 'u') {
            return ESCAPED.indexOf(kind) < 0 ? INVALID : from + 2;
        }
        int end = from + 2 + HEX_DIGITS;
        if (end > to) {
            return INVALID;
        }
        for (int i = from + 2; i < end; i++) {
            if (Character.digit(bytes[i], 16) < 0) {
                return INVALID;
            }
        }
        return end;
    }

    /** Returns the position after a UTF-8 character of more than one byte. */
    static int endOfCharacter(byte[] bytes, int from, int to) {
        int first = bytes[from] & 0xFF;
        int length = first < 0xC2 ? 0 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : first < 0xF5 ? 4 : 0;
        if (length == 0 || from + length > to) {
            return INVALID;
        }
        for (int i = from + 1; i < from + length; i++) {
            if ((bytes[i] & 0xC0) != 0x80) {
                return INVALID;
            }
        }
        return from + length;
    }

    /** Returns the position after a number. */
    static int endOfNumber(byte[] bytes, int from, int to) {
        int at = from < to && bytes[from] == '-' ? from + 1 : from;
        int whole = endOfDigits(bytes, at, to);
        if (whole == INVALID || (bytes[at] == '0' && whole > at + 1)) {
            return INVALID;
        }
        at = whole;
        if (at < to && bytes[at] == '.') {
            at = endOfDigits(bytes, at + 1, to);
        }
        if (at != INVALID && at < to && (bytes[at] | 0x20) == 'e') {
            boolean isSigned = at + 1 < to && (bytes[at + 1] == '+' || bytes[at + 1] == '-');
            at = endOfDigits(bytes, isSigned ? at + 2 : at + 1, to);
        }
        return at;
    }

    private static int endOfDigits(byte[] bytes, int from, int to) {
        int at = from;
        while (at < to && JsonCursor.isDigit(bytes[at])) {
            at++;
        }
        return at == from ? INVALID : at;
    }
}
