// SPDX-License-Identifier: Apache-2.0
package io.loadharness.chattemplate;

import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Map;

/** Formats times with the format specifiers of {@code strftime} in C. */
final class Dates {

    private static final Map<Character, String> PATTERNS = Map.ofEntries(
            Map.entry('a', "EEE"),
            Map.entry('A', "EEEE"),
            Map.entry('b', "MMM"),
            Map.entry('h', "MMM"),
            Map.entry('B', "MMMM"),
            Map.entry('d', "dd"),
            Map.entry('D', "MM/dd/yy"),
            Map.entry('F', "uuuu-MM-dd"),
            Map.entry('H', "HH"),
            Map.entry('I', "hh"),
            Map.entry('j', "DDD"),
            Map.entry('m', "MM"),
            Map.entry('M', "mm"),
            Map.entry('p', "a"),
            Map.entry('S', "ss"),
            Map.entry('T', "HH:mm:ss"),
            Map.entry('y', "yy"),
            Map.entry('Y', "uuuu"));

    private Dates() {}

    static String format(LocalDateTime time, String format) {
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < format.length(); i++) {
            char c = format.charAt(i);
            if (c != '%' || i + 1 == format.length()) {
                out.append(c);
                continue;
            }
            char kind = format.charAt(++i);
            boolean isShort = kind == '-' && i + 1 < format.length();
            out.append(isShort ? withoutZeros(field(time, format.charAt(++i))) : field(time, kind));
        }
        return out.toString();
    }

    private static String field(LocalDateTime time, char kind) {
        if (kind == '%') {
            return "%";
        }
        String pattern = PATTERNS.get(kind);
        if (pattern == null) {
            throw new TemplateException("strftime_now: unsupported format %" + kind);
        }
        return DateTimeFormatter.ofPattern(pattern, Locale.ENGLISH).format(time);
    }

    private static String withoutZeros(String number) {
        String stripped = Spaces.stripLeft(number, c -> c == '0');
        return stripped.isEmpty() ? "0" : stripped;
    }
}
