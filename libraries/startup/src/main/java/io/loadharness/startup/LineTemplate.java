// SPDX-License-Identifier: Apache-2.0
package io.loadharness.startup;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A template for log lines: fixed text with fields, such as {@code Model loading took {load_size:size}}. {@code {}} matches any text and
 * ignores it. Immutable. Templates with the same text are equal.
 */
final class LineTemplate {

    private static final Pattern FIELD = Pattern.compile("\\{(?:(\\w+):([a-z-]+))?}");
    private static final String ANYTHING = ".{0,300}?";

    private final String text;
    private final String prefix;
    private final Pattern pattern;
    private final Map<String, FieldKind> fields = new LinkedHashMap<>();

    LineTemplate(String text) {
        this.text = text;
        Matcher field = FIELD.matcher(text);
        StringBuilder regex = new StringBuilder();
        List<String> fixed = new ArrayList<>();
        int reached = 0;
        while (field.find()) {
            fixed.add(text.substring(reached, field.start()));
            regex.append(Pattern.quote(fixed.get(fixed.size() - 1)));
            if (field.group(1) == null) {
                regex.append(ANYTHING);
            } else {
                FieldKind kind = FieldKind.named(field.group(2));
                fields.put(field.group(1), kind);
                regex.append(kind.regex());
            }
            reached = field.end();
        }
        fixed.add(text.substring(reached));
        regex.append(Pattern.quote(text.substring(reached)));
        prefix = fixed.get(0);
        if (prefix.isBlank()) {
            throw new IllegalArgumentException("the template \"" + text + "\" must start with fixed text");
        }
        pattern = Pattern.compile(regex.toString());
    }

    /** Returns the field names and their kinds. */
    Map<String, FieldKind> fields() {
        return fields;
    }

    /** Returns the field values of a line; empty if the line does not match. A value is a number or a string. */
    Optional<Map<String, Object>> match(String line) {
        int start = line.indexOf(prefix);
        if (start < 0) {
            return Optional.empty();
        }
        Matcher matcher = pattern.matcher(line).region(start, line.length());
        if (!matcher.find()) {
            return Optional.empty();
        }
        Map<String, Object> values = new LinkedHashMap<>();
        int group = 1;
        for (Map.Entry<String, FieldKind> each : fields.entrySet()) {
            FieldKind kind = each.getValue();
            values.put(each.getKey(), kind.isNumber() ? kind.number(matcher, group) : matcher.group(group));
            group += kind.groups();
        }
        return Optional.of(values);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof LineTemplate template && template.text.equals(text);
    }

    @Override
    public int hashCode() {
        return text.hashCode();
    }

    @Override
    public String toString() {
        return text;
    }
}
