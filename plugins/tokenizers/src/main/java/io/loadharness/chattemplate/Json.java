// SPDX-License-Identifier: Apache-2.0
package io.loadharness.chattemplate;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Writes JSON in the format of Python. */
final class Json {

    private final @Nullable String indent;
    private final boolean ascii;
    private final boolean sorted;
    private final String comma;
    private final String colon;
    private final StringBuilder out = new StringBuilder();

    private Json(@Nullable String indent, boolean ascii, boolean sorted, List<?> separators) {
        this.indent = indent;
        this.ascii = ascii;
        this.sorted = sorted;
        comma = separators.isEmpty() ? indent == null ? ", " : "," : PythonValues.requireString(separators.get(0));
        colon = separators.isEmpty() ? ": " : PythonValues.requireString(separators.get(1));
    }

    /** Implements the filter {@code tojson} of transformers. */
    static String filter(Object value, Arguments arguments) {
        Object separators = arguments.get(2, "separators");
        List<Object> both = separators == PythonValues.NONE ? List.of() : PythonValues.elements(separators);
        if (separators != PythonValues.NONE && both.size() != 2) {
            throw new TemplateException("tojson: expected two separators but found " + both.size());
        }
        Json json = new Json(
                indent(arguments),
                arguments.flag(0, "ensure_ascii", false),
                arguments.flag(3, "sort_keys", false),
                both);
        json.write(value, 0);
        return json.out.toString();
    }

    private static @Nullable String indent(Arguments arguments) {
        Object indent = arguments.get(1, "indent");
        if (indent == PythonValues.NONE || indent instanceof String) {
            return indent instanceof String text ? text : null;
        }
        int width = arguments.integer(1, "indent", 0);
        RenderingLimits.checkLength(width);
        return " ".repeat(Math.max(0, width));
    }

    private void write(Object value, int depth) {
        RenderingLimits.step();
        if (value instanceof Map<?, ?> map) {
            writeMap(map, depth);
        } else if (value instanceof List<?> list && !(value instanceof NumberRange)) {
            writeAll('[', new ArrayList<Object>(list).iterator(), ']', depth, each -> write(each, depth + 1));
        } else if (value instanceof String text) {
            string(text);
        } else if (value instanceof Undefined undefined) {
            throw undefined.toException();
        } else {
            append(scalar(value));
        }
    }

    private static String scalar(Object value) {
        if (value == PythonValues.NONE) {
            return "null";
        }
        if (value instanceof Double number) {
            return number.isNaN()
                    ? "NaN"
                    : number.isInfinite() ? number > 0 ? "Infinity" : "-Infinity" : Text.number(number);
        }
        if (value instanceof Boolean || value instanceof Long || value instanceof BigInteger) {
            return value.toString();
        }
        throw new TemplateException(PythonValues.nameOf(value) + " cannot be converted to JSON");
    }

    private void writeMap(Map<?, ?> map, int depth) {
        List<Map.Entry<Object, Object>> entries = new ArrayList<>();
        map.forEach((key, value) -> entries.add(Map.entry(key, value)));
        if (sorted) {
            entries.sort((one, other) -> PythonValues.compare(one.getKey(), other.getKey()));
        }
        writeAll('{', entries.iterator(), '}', depth, each -> {
            string(each.getKey() instanceof String text ? text : scalar(each.getKey()));
            append(colon);
            write(each.getValue(), depth + 1);
        });
    }

    private <T> void writeAll(char open, Iterator<T> elements, char close, int depth, Consumer<T> writer) {
        out.append(open);
        boolean isEmpty = !elements.hasNext();
        while (elements.hasNext()) {
            breakLine(depth + 1);
            writer.accept(elements.next());
            append(elements.hasNext() ? comma : "");
        }
        if (!isEmpty) {
            breakLine(depth);
        }
        out.append(close);
    }

    private void breakLine(int depth) {
        if (indent != null) {
            RenderingLimits.checkLength((long) indent.length() * depth);
            append("\n" + indent.repeat(depth));
        }
    }

    private void append(String text) {
        RenderingLimits.append(out, text);
    }

    private void string(String text) {
        StringBuilder quoted = new StringBuilder().append('"');
        for (int i = 0; i < text.length(); i++) {
            character(quoted, text.charAt(i));
        }
        append(quoted.append('"').toString());
    }

    private void character(StringBuilder quoted, char c) {
        switch (c) {
            case '"' -> quoted.append("\\\"");
            case '\\' -> quoted.append("\\\\");
            case '\n' -> quoted.append("\\n");
            case '\r' -> quoted.append("\\r");
            case '\t' -> quoted.append("\\t");
            case '\b' -> quoted.append("\\b");
            case '\f' -> quoted.append("\\f");
            default -> {
                if (c < ' ' || (ascii && c > '~')) {
                    quoted.append("\\u").append(HexFormat.of().toHexDigits(c));
                } else {
                    quoted.append(c);
                }
            }
        }
    }
}
