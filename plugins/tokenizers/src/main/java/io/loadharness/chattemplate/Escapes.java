// SPDX-License-Identifier: Apache-2.0
package io.loadharness.chattemplate;

/** Resolves the escape sequences of Python in string literals. */
final class Escapes {

    private static final String NAMED = "abfnrtv\\'\"";
    private static final String NAMED_CHARACTERS = "\u0007\b\f\n\r\t\u000b\\'\"";
    private static final int HEX = 16;
    private static final int OCTAL = 8;

    private final String text;
    private final StringBuilder out = new StringBuilder();
    private int at;

    private Escapes(String text) {
        this.text = text;
    }

    static String resolve(String text) {
        return text.indexOf('\\') < 0 ? text : new Escapes(text).run();
    }

    private String run() {
        while (at < text.length()) {
            char c = text.charAt(at++);
            if (c == '\\' && at < text.length()) {
                escape(text.charAt(at++));
            } else {
                out.append(c);
            }
        }
        return out.toString();
    }

    private void escape(char kind) {
        if (NAMED.indexOf(kind) >= 0) {
            out.append(NAMED_CHARACTERS.charAt(NAMED.indexOf(kind)));
            return;
        }
        switch (kind) {
            case '\n' -> {}
            case 'x' -> character(2, HEX);
            case 'u' -> character(4, HEX);
            case 'U' -> character(8, HEX);
            case 'N' -> named();
            case '0', '1', '2', '3', '4', '5', '6', '7' -> {
                at--;
                character(octalDigits(), OCTAL);
            }
            default -> out.append('\\').append(kind);
        }
    }

    /** Appends a character that is given by its Unicode name, as in <code>\\N{BULLET}</code>. */
    private void named() {
        int end = text.indexOf('}', at);
        try {
            if (end < 0 || text.charAt(at) != '{') {
                throw new IllegalArgumentException("no name");
            }
            out.appendCodePoint(Character.codePointOf(text.substring(at + 1, end)));
            at = end + 1;
        } catch (IllegalArgumentException e) {
            throw new TemplateException("a string contains an invalid escape sequence");
        }
    }

    private int octalDigits() {
        int count = 0;
        while (count < 3 && at + count < text.length() && Character.digit(text.charAt(at + count), OCTAL) >= 0) {
            count++;
        }
        return count;
    }

    private void character(int digits, int base) {
        try {
            out.appendCodePoint(Integer.parseInt(text.substring(at, at + digits), base));
            at += digits;
        } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
            throw new TemplateException("a string contains an invalid escape sequence");
        }
    }
}
