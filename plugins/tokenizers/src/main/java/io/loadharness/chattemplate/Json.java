// SPDX-License-Identifier: Apache-2.0
package io.loadharness.chattemplate;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;

/** Writes JSON in the format of Python. */
final class Json {

    /** Value of {@code indent} for output on one line. */
    static final int ONE_LINE = -1;

    private final int indent;
    private final boolean ascii;
    private final boolean sorted;
    private final String comma;
    private final String colon;
    private final StringBuilder out = new StringBuilder();

    private Json(int indent, boolean ascii, boolean sorted, List<?> separators) {
        this.indent = indent;
        this.ascii = ascii;
        this.sorted = sorted;
        comma = separators.isEmpty() ? indent == ONE_LINE ? ", " : "," : PythonValues.requireString(separators.get(0));
        colon = separators.isEmpty() ? ": " : PythonValues.requireString(separators.get(1));
    }

    /** Implements the filter {@code tojson} of transformers. */
    static String filter(Object value, Arguments arguments) {
        Object indent = arguments.get(1, "indent");
        Object separators = arguments.get(2, "separators");
        Json json = new Json(
                indent == PythonValues.NONE ? ONE_LINE : Math.toIntExact(PythonValues.requireInteger(indent)),
                arguments.flag(0, "ensure_ascii", false),
                arguments.flag(3, "sort_keys", false),
                separators == PythonValues.NONE ? List.of() : PythonValues.elements(separators));
        json.write(value, 0);
        return json.out.toString();
    }

    private void write(Object value, int depth) {
        if (value instanceof Map<?, ?> map) {
            writeMap(map, depth);
        } else if (value instanceof List<?> list) {
            writeAll('[', new ArrayList<Object>(list).iterator(), ']', depth, each -> write(each, depth + 1));
        } else if (value instanceof String text) {
            string(text);
        } else if (value == PythonValues.NONE) {
            out.append("null");
        } else if (value instanceof Boolean || value instanceof Long) {
            out.append(value);
        } else if (value instanceof Double number) {
            out.append(Text.number(number));
        } else if (value instanceof Undefined undefined) {
            throw undefined.toException();
        } else {
            throw new TemplateException(PythonValues.nameOf(value) + " cannot be converted to JSON");
        }
    }

    private void writeMap(Map<?, ?> map, int depth) {
        Map<String, Object> named = sorted ? new TreeMap<>() : new LinkedHashMap<>();
        map.forEach((key, value) -> named.put(Text.of(key), value));
        writeAll('{', named.entrySet().iterator(), '}', depth, each -> {
            string(each.getKey());
            out.append(colon);
            write(each.getValue(), depth + 1);
        });
    }

    private <T> void writeAll(char open, Iterator<T> elements, char close, int depth, Consumer<T> writer) {
        out.append(open);
        boolean isEmpty = !elements.hasNext();
        while (elements.hasNext()) {
            breakLine(depth + 1);
            writer.accept(elements.next());
            out.append(elements.hasNext() ? comma : "");
        }
        if (!isEmpty) {
            breakLine(depth);
        }
        out.append(close);
    }

    private void breakLine(int depth) {
        if (indent != ONE_LINE) {
            out.append('\n').append(" ".repeat(indent * depth));
        }
    }

    private void string(String text) {
        out.append('"');
        for (int i = 0; i < text.length(); i++) {
            character(text.charAt(i));
        }
        out.append('"');
    }

    private void character(char c) {
        switch (c) {
            case '"' -> out.append("\\\"");
            case '\\' -> out.append("\\\\");
            case '\n' -> out.append("\\n");
            case '\r' -> out.append("\\r");
            case '\t' -> out.append("\\t");
            case '\b' -> out.append("\\b");
            case '\f' -> out.append("\\f");
            default -> {
                if (c < ' ' || (ascii && c > '~')) {
                    out.append("\\u%04x".formatted((int) c));
                } else {
                    out.append(c);
                }
            }
        }
    }
}
