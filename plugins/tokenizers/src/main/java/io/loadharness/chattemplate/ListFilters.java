// SPDX-License-Identifier: Apache-2.0
package io.loadharness.chattemplate;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** The filters for lists. */
final class ListFilters {

    private ListFilters() {}

    static Object first(Object value, Arguments given) {
        List<Object> all = PythonValues.elements(value);
        return all.isEmpty() ? new Undefined("an empty list has no first element") : all.get(0);
    }

    static Object last(Object value, Arguments given) {
        List<Object> all = PythonValues.elements(value);
        return all.isEmpty() ? new Undefined("an empty list has no last element") : all.get(all.size() - 1);
    }

    static Object items(Object value) {
        if (value instanceof Undefined) {
            return List.of();
        }
        if (value instanceof Map<?, ?> map) {
            return Methods.items(map);
        }
        throw new TemplateException("items: expected a dict but found " + PythonValues.nameOf(value));
    }

    static Object joined(Object value, Arguments given) {
        Object attribute = given.get(1, "attribute");
        return PythonValues.elements(value).stream()
                .map(each -> Text.of(attribute == PythonValues.NONE ? each : attributeAt(each, attribute)))
                .collect(Collectors.joining(Text.of(given.get(0, "d", ""))));
    }

    static Object mapped(Object value, Arguments given) {
        List<Object> all = new ArrayList<>();
        Object attribute = given.named().get("attribute");
        if (attribute != null) {
            for (Object each : PythonValues.elements(value)) {
                Object found = attributeAt(each, attribute);
                all.add(found instanceof Undefined ? given.named().getOrDefault("default", found) : found);
            }
            return all;
        }
        Filters.Filter filter = Filters.named(given.string(0, "filter"));
        PythonValues.elements(value).forEach(each -> all.add(filter.apply(each, given.from(1))));
        return all;
    }

    static Object selected(Object value, Arguments given, boolean expected) {
        List<Object> all = new ArrayList<>();
        for (Object each : PythonValues.elements(value)) {
            if (passes(each, given) == expected) {
                all.add(each);
            }
        }
        return all;
    }

    static Object selectedByAttribute(Object value, Arguments given, boolean expected) {
        Object attribute = given.require(0, "attribute");
        List<Object> all = new ArrayList<>();
        for (Object each : PythonValues.elements(value)) {
            if (passes(attributeAt(each, attribute), given.from(1)) == expected) {
                all.add(each);
            }
        }
        return all;
    }

    static Object reversed(Object value, Arguments given) {
        if (value instanceof String text) {
            return new StringBuilder(text).reverse().toString();
        }
        List<Object> all = PythonValues.elements(value);
        Collections.reverse(all);
        return all;
    }

    static Object sorted(Object value, Arguments given) {
        List<Object> all = PythonValues.elements(value);
        Object attribute = given.get(2, "attribute");
        boolean isCaseSensitive = given.flag(1, "case_sensitive", false);
        Comparator<Object> order = byText(isCaseSensitive);
        all.sort(direction(
                attribute == PythonValues.NONE
                        ? order
                        : (one, other) -> order.compare(attributeAt(one, attribute), attributeAt(other, attribute)),
                given.flag(0, "reverse", false)));
        return all;
    }

    static Object sortedMap(Object value, Arguments given) {
        int part = "value".equals(given.get(1, "by", "key")) ? 1 : 0;
        List<Object> all = PythonValues.elements(items(value));
        Comparator<Object> order = byText(given.flag(0, "case_sensitive", false));
        all.sort(direction(
                (one, other) -> order.compare(((List<?>) one).get(part), ((List<?>) other).get(part)),
                given.flag(2, "reverse", false)));
        return all;
    }

    static Object extreme(Object value, int sign) {
        List<Object> all = PythonValues.elements(value);
        Comparator<Object> order = byText(false);
        return all.stream()
                .max((one, other) -> sign * order.compare(one, other))
                .orElse(new Undefined("an empty list has no largest or smallest element"));
    }

    static Object sum(Object value, Arguments given) {
        Object attribute = given.get(0, "attribute");
        Object sum = given.get(1, "start", 0L);
        for (Object each : PythonValues.elements(value)) {
            sum = Operators.apply("+", sum, attribute == PythonValues.NONE ? each : attributeAt(each, attribute));
        }
        return sum;
    }

    static Object unique(Object value) {
        List<Object> all = new ArrayList<>();
        for (Object each : PythonValues.elements(value)) {
            if (all.stream().noneMatch(other -> PythonValues.areEqual(folded(each), folded(other)))) {
                all.add(each);
            }
        }
        return all;
    }

    /** Returns the attribute at a path, such as {@code a.b}. */
    private static Object attributeAt(Object value, Object attribute) {
        if (attribute instanceof Long) {
            return Lookup.item(value, attribute);
        }
        Object found = value;
        for (String each : PythonValues.requireString(attribute).split("\\.", -1)) {
            found = Lookup.item(found, each);
        }
        return found;
    }

    private static boolean passes(Object value, Arguments given) {
        if (given.positional().isEmpty()) {
            return PythonValues.isTrue(value);
        }
        return Tests.named(given.string(0, "test")).holds(value, given.from(1));
    }

    private static Comparator<Object> byText(boolean isCaseSensitive) {
        return isCaseSensitive
                ? PythonValues::compare
                : (one, other) -> PythonValues.compare(folded(one), folded(other));
    }

    private static Comparator<Object> direction(Comparator<Object> order, boolean isReversed) {
        return isReversed ? order.reversed() : order;
    }

    private static Object folded(Object value) {
        return value instanceof String text ? text.toLowerCase(Locale.ROOT) : value;
    }
}
