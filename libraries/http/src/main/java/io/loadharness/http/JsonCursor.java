// SPDX-License-Identifier: Apache-2.0
package io.loadharness.http;

import org.jspecify.annotations.Nullable;

/**
 * Reads JSON objects one after the other and validates each object completely. Each object must be in memory as a whole. The cursor is
 * reused, so that reading an object allocates only the values that the {@link Reader} requests. Not thread-safe.
 */
final class JsonCursor {

    /** A callback that reads one object. */
    @FunctionalInterface
    interface Reader {

        /** Reads all fields with {@link JsonCursor#nextField}. Before the call, the cursor is before the first field. */
        void read(JsonCursor json);
    }

    private static final int MAX_DEPTH = 1000;
    private static final int MAX_DIGITS = 10;

    private final FieldNames names = new FieldNames();
    private final boolean[] arrays = new boolean[MAX_DEPTH];
    private byte[] bytes = {};
    private int start;
    private int end;
    private int at;
    private int depth;
    private boolean isFirst;

    /** The first byte of the value under the cursor. A value that is not an object or an array ends at {@link #at}. */
    private byte kind;

    private int valueFrom;
    private boolean isEscaped;

    /**
     * Reads the object in {@code [from, to)}.
     *
     * @throws FailureException if the bytes are not exactly one object
     */
    void object(byte[] given, int from, int to, Reader reader) {
        bytes = given;
        start = from;
        at = from;
        end = to;
        depth = 0;
        value(next());
        if (kind != '{') {
            throw malformed("it is not an object");
        }
        reader.read(this);
        if (depth > 0) {
            throw new IllegalStateException("the object was not read to its end");
        }
        while (at < end) {
            if (!isSpace(bytes[at++])) {
                throw malformed("data follows the object");
            }
        }
    }

    /** Moves to the value of the next field of the object. Returns the name of the field, or null at the end of the object. */
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

    /** Moves to the next element of the array; returns false at the end of the array. */
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

    /** Returns true if the value is exactly the string {@code ascii}, written without escapes. */
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

    /** Skips the value. */
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

    /** Returns the value as a string; empty if it is not a string. */
    String string() {
        if (isString()) {
            return JsonText.of(bytes, valueFrom + 1, at - 1);
        }
        skip();
        return "";
    }

    /** Returns the value as an integer; the default if it is not an integer. */
    int integer(int defaultValue) {
        int from = kind == '-' ? valueFrom + 1 : valueFrom;
        if (kind != '-' && !isDigit(kind)) {
            skip();
            return defaultValue;
        }
        long value = 0;
        for (int i = from; i < at; i++) {
            if (!isDigit(bytes[i])) {
                return defaultValue;
            }
            value = 10 * value + bytes[i] - '0';
            if (i - from >= MAX_DIGITS || value > (kind == '-' ? -(long) Integer.MIN_VALUE : Integer.MAX_VALUE)) {
                throw malformed("a number is too large");
            }
        }
        return (int) (kind == '-' ? -value : value);
    }

    /**
     * Appends the value to {@code kept} if the value is a string and {@code kept} is not null. Returns the length of the string in bytes;
     * 0 if the value is not a string.
     */
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

    /** Moves past the first byte of the next member of the innermost object or array. Returns false at the end of the object or array. */
    private boolean nextMember(boolean ofArray, char close) {
        if (depth == 0 || arrays[depth - 1] != ofArray) {
            throw malformed("expected an object or an array");
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

    /** Moves past a field name and returns the start of the name. Before the call, the cursor is just after the opening quote. */
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

    /**
     * Moves to the end of a scalar, or into an object or an array. Before the call, the cursor is just after the first byte of the value.
     */
    private void value(byte first) {
        kind = first;
        valueFrom = at - 1;
        isFirst = false;
        switch (first) {
            case '"' -> string(at);
            case '{', '[' -> {
                if (depth == MAX_DEPTH) {
                    throw malformed("it is nested more than " + MAX_DEPTH + " levels deep");
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
                i = require(JsonText.endOfEscape(bytes, i, end), "a string has an invalid escape");
            } else if (b < 0) {
                i = require(JsonText.endOfCharacter(bytes, i, end), "a string is not in UTF-8");
            } else if (b < ' ') {
                throw malformed("a string has a control character");
            } else {
                i++;
            }
        }
        throw truncated();
    }

    private void word(String word) {
        for (int i = 1; i < word.length(); i++) {
            if (at == end) {
                throw truncated();
            }
            require(bytes[at++], word.charAt(i));
        }
    }

    private void number(byte first) {
        at = require(
                JsonText.endOfNumber(bytes, at - 1, end),
                isDigit(first) || first == '-' ? "a number is malformed" : "expected a value");
    }

    private byte next() {
        while (at < end) {
            byte b = bytes[at++];
            if (!isSpace(b)) {
                return b;
            }
        }
        throw truncated();
    }

    private void require(byte found, char expected) {
        if (found != expected) {
            throw malformed("expected '" + expected + "' at byte " + (at - 1 - start));
        }
    }

    private int require(int position, String fault) {
        if (position < 0) {
            throw malformed(fault);
        }
        return position;
    }

    private FailureException truncated() {
        return malformed("it is truncated");
    }

    private FailureException malformed(String why) {
        return FailureException.malformed("invalid JSON, " + why + ": " + Excerpt.of(bytes, start, end));
    }

    private static boolean isSpace(byte b) {
        return b == ' ' || b == '\n' || b == '\r' || b == '\t';
    }

    static boolean isDigit(byte b) {
        return b >= '0' && b <= '9';
    }
}
