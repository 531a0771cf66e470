// SPDX-License-Identifier: Apache-2.0
package io.loadharness.http;

import org.jspecify.annotations.Nullable;

/**
 * Reads one JSON object after the other, each of which is given as a whole, and checks all of it. Used again for each object, so that
 * reading one allocates nothing but what the reader asks for.
 */
final class JsonCursor {

    /** Takes an object whose first field is next. */
    @FunctionalInterface
    interface Reader {

        /** Reads all fields, see {@link JsonCursor#nextField}. */
        void read(JsonCursor json);
    }

    private static final int MOST_NESTED = 1000;
    private static final int MOST_DIGITS = 10;

    private final FieldNames names = new FieldNames();
    private final boolean[] arrays = new boolean[MOST_NESTED];
    private byte[] bytes = {};
    private int begin;
    private int end;
    private int at;
    private int depth;
    private boolean isFirst;

    /** The first byte of the value under the cursor, which ends at {@link #at} unless it is an object or an array. */
    private byte kind;

    private int valueFrom;
    private boolean isEscaped;

    /**
     * Reads the object in {@code [from, to)}.
     *
     * @throws FailureException if there is none, or not only one
     */
    void object(byte[] given, int from, int to, Reader reader) {
        bytes = given;
        begin = from;
        at = from;
        end = to;
        depth = 0;
        value(next());
        if (kind != '{') {
            throw malformed("it is no object");
        }
        reader.read(this);
        if (depth > 0) {
            throw new IllegalStateException("the object was not read to its end");
        }
        while (at < end) {
            if (!isSpace(bytes[at++])) {
                throw malformed("something follows the object");
            }
        }
    }

    /** Steps to the value of the next field of the object; returns the name, or null at the end of the object. */
    @Nullable
    String nextField() {
        if (!nextMember(false, '}')) {
            return null;
        }
        int from = name();
        int length = at - 1 - from;
        String name = isEscaped ? JsonText.of(bytes, from, from + length) : names.of(bytes, from, length);
        value(afterColon());
        return name;
    }

    /** Steps to the next element of the array; returns whether there is one. */
    boolean nextElement() {
        if (!nextMember(true, ']')) {
            return false;
        }
        value(bytes[at - 1]);
        return true;
    }

    boolean isObject() {
        return kind == '{';
    }

    boolean isArray() {
        return kind == '[';
    }

    boolean isString() {
        return kind == '"';
    }

    boolean isNull() {
        return kind == 'n';
    }

    boolean isTrue() {
        return kind == 't';
    }

    /** Whether the value is this string of ASCII, written without escapes. */
    boolean isString(String ascii) {
        int length = at - valueFrom - 2;
        if (!isString() || length != ascii.length()) {
            return false;
        }
        for (int i = 0; i < length; i++) {
            if (bytes[valueFrom + 1 + i] != ascii.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    /** Passes over the value. */
    void skip() {
        if (!isObject() && !isArray()) {
            return;
        }
        int outside = depth - 1;
        while (depth > outside) {
            if (arrays[depth - 1]) {
                nextElement();
            } else if (nextMember(false, '}')) {
                name();
                value(afterColon());
            }
        }
    }

    /** The value as a string; empty if it is none. */
    String string() {
        if (isString()) {
            return JsonText.of(bytes, valueFrom + 1, at - 1);
        }
        skip();
        return "";
    }

    /** The value as an integer; the given one if it is none. */
    int integer(int otherwise) {
        int from = kind == '-' ? valueFrom + 1 : valueFrom;
        if (kind != '-' && !isDigit(kind)) {
            skip();
            return otherwise;
        }
        long value = 0;
        for (int i = from; i < at; i++) {
            if (!isDigit(bytes[i])) {
                return otherwise;
            }
            value = 10 * value + bytes[i] - '0';
            if (i - from >= MOST_DIGITS || value > Integer.MAX_VALUE) {
                throw malformed("a number is too large");
            }
        }
        return (int) (kind == '-' ? -value : value);
    }

    /** Appends the value to a text that is kept, or passes over it; returns a number that is 0 if it has no characters. */
    int text(@Nullable StringBuilder kept) {
        if (!isString()) {
            skip();
            return 0;
        }
        int length = at - 1 - (valueFrom + 1);
        if (kept != null && length > 0) {
            kept.append(JsonText.of(bytes, valueFrom + 1, at - 1));
        }
        return length;
    }

    /** Steps behind the first byte of the next member of the innermost object or array, or leaves it. */
    private boolean nextMember(boolean ofArray, char close) {
        if (depth == 0 || arrays[depth - 1] != ofArray) {
            throw malformed("an object or an array is due and something else is there");
        }
        byte first = next();
        if (first == close) {
            depth--;
            isFirst = false;
            kind = 0;
            return false;
        }
        if (!isFirst) {
            require(first, ',');
            next();
        }
        return true;
    }

    /** Steps behind a name, whose first quote is behind the cursor; returns where it begins. */
    private int name() {
        require(bytes[at - 1], '"');
        int from = at;
        string(from);
        return from;
    }

    private byte afterColon() {
        require(next(), ':');
        return next();
    }

    /** Steps to the end of a scalar, or into an object or an array, whose first byte is behind the cursor. */
    private void value(byte first) {
        kind = first;
        valueFrom = at - 1;
        isFirst = false;
        switch (first) {
            case '"' -> string(at);
            case '{', '[' -> {
                if (depth == MOST_NESTED) {
                    throw malformed("it is nested more than " + MOST_NESTED + " deep");
                }
                arrays[depth++] = first == '[';
                isFirst = true;
            }
            case 't' -> word("true");
            case 'f' -> word("false");
            case 'n' -> word("null");
            default -> number(first);
        }
    }

    private void string(int from) {
        isEscaped = false;
        int i = from;
        while (i < end) {
            byte b = bytes[i];
            if (b == '"') {
                at = i + 1;
                return;
            }
            if (b == '\\') {
                isEscaped = true;
                i = require(JsonText.afterEscape(bytes, i, end), "a string has an escape that JSON does not know");
            } else if (b < 0) {
                i = require(JsonText.afterCharacter(bytes, i, end), "a string is not in UTF-8");
            } else if (b < ' ') {
                throw malformed("a string has a control character");
            } else {
                i++;
            }
        }
        throw cut();
    }

    private void word(String word) {
        for (int i = 1; i < word.length(); i++) {
            if (at == end) {
                throw cut();
            }
            require(bytes[at++], word.charAt(i));
        }
    }

    private void number(byte first) {
        at = require(
                JsonText.afterNumber(bytes, at - 1, end),
                isDigit(first) || first == '-' ? "a number is none" : "no value begins here");
    }

    private byte next() {
        while (at < end) {
            byte b = bytes[at++];
            if (!isSpace(b)) {
                return b;
            }
        }
        throw cut();
    }

    private void require(byte found, char due) {
        if (found != due) {
            throw malformed("a '" + due + "' is due at byte " + (at - 1 - begin));
        }
    }

    private int require(int position, String otherwise) {
        if (position < 0) {
            throw malformed(otherwise);
        }
        return position;
    }

    private FailureException cut() {
        return malformed("it ends in the middle");
    }

    private FailureException malformed(String why) {
        return FailureException.malformed(
                "this is not the JSON that is due, " + why + ": " + Excerpt.of(bytes, begin, end));
    }

    private static boolean isSpace(byte b) {
        return b == ' ' || b == '\n' || b == '\r' || b == '\t';
    }

    static boolean isDigit(byte b) {
        return b >= '0' && b <= '9';
    }
}
