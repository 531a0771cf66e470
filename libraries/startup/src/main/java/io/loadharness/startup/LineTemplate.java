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
 * How a line looks: fixed text with places in it, as {@code Model loading took {load_size:size}}. {@code {}} is a place for any text, which
 * is not looked at. Immutable; two of the same text are equal.
 */
final class LineTemplate {

    private static final Pattern PLACE = Pattern.compile("\\{(?:(\\w+):([a-z-]+))?}");
    private static final String ANYTHING = ".{0,300}?";

    private final String text;
    private final String beginning;
    private final Pattern pattern;
    private final Map<String, FieldKind> fields = new LinkedHashMap<>();

    LineTemplate(String text) {
        this.text = text;
        Matcher place = PLACE.matcher(text);
        StringBuilder regex = new StringBuilder();
        List<String> fixed = new ArrayList<>();
        int reached = 0;
        while (place.find()) {
            fixed.add(text.substring(reached, place.start()));
            regex.append(Pattern.quote(fixed.get(fixed.size() - 1)));
            if (place.group(1) == null) {
                regex.append(ANYTHING);
            } else {
                FieldKind kind = FieldKind.named(place.group(2));
                fields.put(place.group(1), kind);
                regex.append(kind.regex());
            }
            reached = place.end();
        }
        fixed.add(text.substring(reached));
        regex.append(Pattern.quote(text.substring(reached)));
        beginning = fixed.get(0);
        if (beginning.isBlank()) {
            throw new IllegalArgumentException("the template \"" + text + "\" does not begin with fixed text");
        }
        pattern = Pattern.compile(regex.toString());
    }

    /** The names of its places and what may stand there. */
    Map<String, FieldKind> fields() {
        return fields;
    }

    /** What stands at the places of a line, numbers or texts; empty if the line looks different. */
    Optional<Map<String, Object>> match(String line) {
        int begin = line.indexOf(beginning);
        if (begin < 0) {
            return Optional.empty();
        }
        Matcher matcher = pattern.matcher(line).region(begin, line.length());
        if (!matcher.find()) {
            return Optional.empty();
        }
        Map<String, Object> values = new LinkedHashMap<>();
        int group = 1;
        for (Map.Entry<String, FieldKind> field : fields.entrySet()) {
            FieldKind kind = field.getValue();
            values.put(field.getKey(), kind.isNumber() ? kind.number(matcher, group) : matcher.group(group));
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
