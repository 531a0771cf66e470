// SPDX-License-Identifier: Apache-2.0
package io.loadharness.dataset.numpy;

import io.loadharness.dataset.DatasetException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A parser for the Python literals in headers of NumPy: dictionaries, tuples, lists, strings, integers, True, False and None. */
final class PythonLiteral {

    /** The representation of {@code None}. It differs from null, because null means that a dictionary does not contain a key. */
    static final Object NONE = "None".toCharArray();

    private static final int MAX_DEPTH = 20;

    private final String text;
    private int at;
    private int depth;

    private PythonLiteral(String text) {
        this.text = text;
    }

    /** Parses a literal to a map, list, string, long or boolean. A tuple becomes a list. */
    static Object parse(String text) throws DatasetException {
        var literal = new PythonLiteral(text);
        Object value = literal.value();
        if (literal.next() != 0) {
            throw literal.malformed();
        }
        return value;
    }

    private Object value() throws DatasetException {
        if (++depth > MAX_DEPTH) {
            throw malformed();
        }
        char first = next();
        Object value =
                switch (first) {
                    case '{' -> map();
                    case '(' -> list(')');
                    case '[' -> list(']');
                    case '\'', '"' -> quoted(first);
                    default -> atom();
                };
        depth--;
        return value;
    }

    private Map<Object, Object> map() throws DatasetException {
        Map<Object, Object> map = new HashMap<>();
        at++;
        while (next() != '}') {
            Object key = value();
            skip(':');
            if (map.put(key, value()) != null) {
                throw malformed();
            }
            skipComma('}');
        }
        at++;
        return map;
    }

    private List<Object> list(char close) throws DatasetException {
        List<Object> list = new ArrayList<>();
        at++;
        while (next() != close) {
            list.add(value());
            skipComma(close);
        }
        at++;
        return list;
    }

    private String quoted(char quote) throws DatasetException {
        var value = new StringBuilder();
        at++;
        while (true) {
            char next = character();
            if (next == quote) {
                return value.toString();
            }
            value.append(next == '\\' ? escaped(character()) : next);
        }
    }

    private char escaped(char escape) throws DatasetException {
        return switch (escape) {
            case '\\', '\'', '"' -> escape;
            case 'n' -> '\n';
            case 't' -> '\t';
            case 'r' -> '\r';
            case 'x' -> hexadecimal(2);
            case 'u' -> hexadecimal(4);
            default -> throw malformed();
        };
    }

    private char hexadecimal(int digits) throws DatasetException {
        int value = 0;
        for (int i = 0; i < digits; i++) {
            int digit = Character.digit(character(), 16);
            if (digit < 0) {
                throw malformed();
            }
            value = 16 * value + digit;
        }
        return (char) value;
    }

    private Object atom() throws DatasetException {
        int from = at;
        while (at < text.length() && (Character.isLetterOrDigit(text.charAt(at)) || text.charAt(at) == '-')) {
            at++;
        }
        String token = text.substring(from, at);
        return switch (token) {
            case "True" -> true;
            case "False" -> false;
            case "None" -> NONE;
            default -> number(token);
        };
    }

    /** Parses an integer. Ignores an L at the end, which Python 2 appended to long integers. */
    private Long number(String token) throws DatasetException {
        try {
            return Long.valueOf(token.endsWith("L") ? token.substring(0, token.length() - 1) : token);
        } catch (NumberFormatException e) {
            throw malformed();
        }
    }

    private void skipComma(char close) throws DatasetException {
        if (next() != close) {
            skip(',');
        }
    }

    private void skip(char expected) throws DatasetException {
        if (next() != expected) {
            throw malformed();
        }
        at++;
    }

    /** Skips white space and returns the next character, or 0 at the end. */
    private char next() {
        while (at < text.length() && text.charAt(at) <= ' ') {
            at++;
        }
        return at < text.length() ? text.charAt(at) : 0;
    }

    private char character() throws DatasetException {
        if (at == text.length()) {
            throw malformed();
        }
        return text.charAt(at++);
    }

    private DatasetException malformed() {
        return DatasetException.of("the header of the array is malformed at character " + (at + 1));
    }
}
