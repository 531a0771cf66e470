// SPDX-License-Identifier: Apache-2.0
package io.loadharness.chattemplate;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** Prints values over several lines as {@code pprint} in Python does, with lines of 80 characters and sorted keys. */
final class PrettyPrinter {

    private static final int WIDTH = 80;
    private static final Pattern WORD = Pattern.compile("\\S*\\s*", Pattern.UNICODE_CHARACTER_CLASS);

    private final StringBuilder out = new StringBuilder();

    private PrettyPrinter() {}

    static String print(Object value) {
        PrettyPrinter printer = new PrettyPrinter();
        printer.write(value, 0, 0, 1);
        return printer.out.toString();
    }

    private void write(Object value, int indent, int allowance, int level) {
        String line = oneLine(value);
        if (Text.length(line) <= WIDTH - indent - allowance) {
            append(line);
        } else if (value instanceof Map<?, ?> map) {
            append("{");
            writeEntries(sorted(map), indent, allowance + 1, level);
            append("}");
        } else if (value instanceof Tuple tuple) {
            append("(");
            String close = tuple.size() == 1 ? ",)" : ")";
            writeElements(tuple, indent, allowance + close.length(), level);
            append(close);
        } else if (value instanceof List<?> list && !(value instanceof NumberRange)) {
            append("[");
            writeElements(list, indent, allowance + 1, level);
            append("]");
        } else if (value instanceof String text && !text.isEmpty()) {
            writeText(text, indent, allowance, level);
        } else {
            append(line);
        }
    }

    private void writeEntries(List<Map.Entry<Object, Object>> entries, int indent, int allowance, int level) {
        for (int i = 0; i < entries.size(); i++) {
            boolean isLast = i == entries.size() - 1;
            String key = oneLine(entries.get(i).getKey());
            append(key + ": ");
            write(entries.get(i).getValue(), indent + 1 + Text.length(key) + 2, isLast ? allowance : 1, level + 1);
            append(isLast ? "" : ",\n" + " ".repeat(indent + 1));
        }
    }

    private void writeElements(List<?> elements, int indent, int allowance, int level) {
        for (int i = 0; i < elements.size(); i++) {
            boolean isLast = i == elements.size() - 1;
            write(elements.get(i), indent + 1, isLast ? allowance : 1, level + 1);
            append(isLast ? "" : ",\n" + " ".repeat(indent + 1));
        }
    }

    private void writeText(String text, int givenIndent, int givenAllowance, int level) {
        int indent = level == 1 ? givenIndent + 1 : givenIndent;
        int allowance = level == 1 ? givenAllowance + 1 : givenAllowance;
        List<String> chunks = new ArrayList<>();
        List<String> lines = Text.lines(text, true);
        int maxWidth = WIDTH - indent;
        for (int i = 0; i < lines.size(); i++) {
            boolean isLast = i == lines.size() - 1;
            addChunks(chunks, lines.get(i), maxWidth - (isLast ? allowance : 0), maxWidth, isLast, allowance);
        }
        if (chunks.size() == 1) {
            append(chunks.get(0));
            return;
        }
        append(level == 1 ? "(" : "");
        String lineBreak = "\n" + " ".repeat(indent);
        RenderingLimits.checkJoined(chunks, lineBreak);
        append(String.join(lineBreak, chunks));
        append(level == 1 ? ")" : "");
    }

    private static void addChunks(
            List<String> chunks, String line, int wholeWidth, int maxWidth, boolean isLastLine, int allowance) {
        String whole = Text.quoted(line);
        if (Text.length(whole) <= wholeWidth) {
            chunks.add(whole);
            return;
        }
        List<String> words = WORD.matcher(line)
                .results()
                .map(found -> found.group())
                .filter(each -> !each.isEmpty())
                .toList();
        String current = "";
        for (int i = 0; i < words.size(); i++) {
            String candidate = current + words.get(i);
            int width = maxWidth - (isLastLine && i == words.size() - 1 ? allowance : 0);
            if (Text.length(Text.quoted(candidate)) > width) {
                if (!current.isEmpty()) {
                    chunks.add(Text.quoted(current));
                }
                current = words.get(i);
            } else {
                current = candidate;
            }
        }
        if (!current.isEmpty()) {
            chunks.add(Text.quoted(current));
        }
    }

    /** Returns a value on one line, with sorted keys. */
    private static String oneLine(Object value) {
        return Text.quoted(sortedKeys(value));
    }

    private static Object sortedKeys(Object value) {
        RenderingLimits.step();
        if (value instanceof Map<?, ?> map) {
            Map<Object, Object> all = new LinkedHashMap<>();
            sorted(map).forEach(each -> all.put(each.getKey(), sortedKeys(each.getValue())));
            return all;
        }
        if (value instanceof Tuple tuple) {
            return Tuple.of(tuple.stream().map(PrettyPrinter::sortedKeys).toList());
        }
        return value instanceof List<?> list && !(value instanceof NumberRange)
                ? list.stream().map(PrettyPrinter::sortedKeys).toList()
                : value;
    }

    private static List<Map.Entry<Object, Object>> sorted(Map<?, ?> map) {
        List<Map.Entry<Object, Object>> all = new ArrayList<>();
        map.forEach((key, value) -> all.add(Map.entry(key, value)));
        all.sort((one, other) -> compared(one.getKey(), other.getKey()));
        return all;
    }

    private static int compared(Object one, Object other) {
        boolean areComparable = one instanceof String == other instanceof String
                && PythonValues.isNumber(one) == PythonValues.isNumber(other);
        return areComparable
                ? PythonValues.compare(one, other)
                : PythonValues.nameOf(one).compareTo(PythonValues.nameOf(other));
    }

    private void append(String text) {
        RenderingLimits.append(out, text);
    }
}
