// SPDX-License-Identifier: Apache-2.0
package io.loadharness.http;

import java.nio.charset.StandardCharsets;

/** The characters of JSON's strings and numbers. Positions are -1 where there is none. */
final class JsonText {

    private static final String ESCAPED = "\"\\/bfnrt";
    private static final String MEANT = "\"\\/\b\f\n\r\t";
    private static final int NONE = -1;
    private static final int HEX_DIGITS = 4;

    private JsonText() {}

    /** The text that stands in a string that was checked. */
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
            text.append(plain(bytes, plain, at)).append(meant(bytes, at));
            at += bytes[at + 1] == 'u' ? 2 + HEX_DIGITS : 2;
            plain = at;
        }
        String rest = plain(bytes, plain, to);
        return text == null ? rest : text.append(rest).toString();
    }

    private static String plain(byte[] bytes, int from, int to) {
        return new String(bytes, from, to - from, StandardCharsets.UTF_8);
    }

    private static char meant(byte[] bytes, int escape) {
        byte kind = bytes[escape + 1];
        if (kind != 'u') {
            return MEANT.charAt(ESCAPED.indexOf(kind));
        }
        int code = 0;
        for (int i = escape + 2; i < escape + 2 + HEX_DIGITS; i++) {
            code = code << 4 | Character.digit(bytes[i], 16);
        }
        return (char) code;
    }

    /** Behind an escape. */
    static int afterEscape(byte[] bytes, int from, int to) {
        if (from + 1 >= to) {
            return NONE;
        }
        byte kind = bytes[from + 1];
        if (kind != 'u') {
            return ESCAPED.indexOf(kind) < 0 ? NONE : from + 2;
        }
        int end = from + 2 + HEX_DIGITS;
        if (end > to) {
            return NONE;
        }
        for (int i = from + 2; i < end; i++) {
            if (Character.digit(bytes[i], 16) < 0) {
                return NONE;
            }
        }
        return end;
    }

    /** Behind a character of UTF-8 that has more than one byte. */
    static int afterCharacter(byte[] bytes, int from, int to) {
        int first = bytes[from] & 0xFF;
        int length = first < 0xC2 ? 0 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : first < 0xF5 ? 4 : 0;
        if (length == 0 || from + length > to) {
            return NONE;
        }
        for (int i = from + 1; i < from + length; i++) {
            if ((bytes[i] & 0xC0) != 0x80) {
                return NONE;
            }
        }
        return from + length;
    }

    /** Behind a number. */
    static int afterNumber(byte[] bytes, int from, int to) {
        int at = from < to && bytes[from] == '-' ? from + 1 : from;
        int whole = afterDigits(bytes, at, to);
        if (whole == NONE || (bytes[at] == '0' && whole > at + 1)) {
            return NONE;
        }
        at = whole;
        if (at < to && bytes[at] == '.') {
            at = afterDigits(bytes, at + 1, to);
        }
        if (at != NONE && at < to && (bytes[at] | 0x20) == 'e') {
            boolean isSigned = at + 1 < to && (bytes[at + 1] == '+' || bytes[at + 1] == '-');
            at = afterDigits(bytes, isSigned ? at + 2 : at + 1, to);
        }
        return at;
    }

    private static int afterDigits(byte[] bytes, int from, int to) {
        int at = from;
        while (at < to && JsonCursor.isDigit(bytes[at])) {
            at++;
        }
        return at == from ? NONE : at;
    }
}
