// SPDX-License-Identifier: Apache-2.0
package io.loadharness.chattemplate;

import static java.util.Map.entry;

import io.loadharness.internal.Suggestions;
import java.util.Locale;
import java.util.Map;

/** The supported filters, by name. */
final class Filters {

    /** A filter of a template. */
    @FunctionalInterface
    interface Filter {

        /** Returns the filtered value. */
        Object apply(Object value, Arguments arguments);
    }

    private static final Map<String, Filter> ALL = Map.ofEntries(
            entry("abs", (value, given) -> PythonValues.requireNumber(value) < 0 ? Operators.negated(value) : value),
            entry("capitalize", (value, given) -> StringMethods.capitalized(Text.of(value))),
            entry("count", (value, given) -> PythonValues.length(value)),
            entry("d", Filters::defaultValue),
            entry("default", Filters::defaultValue),
            entry("dictsort", ListFilters::sortedMap),
            entry("first", ListFilters::first),
            entry("float", Filters::toFloat),
            entry("indent", Filters::indented),
            entry("int", Filters::toInteger),
            entry("items", (value, given) -> ListFilters.items(value)),
            entry("join", ListFilters::joined),
            entry("last", ListFilters::last),
            entry("length", (value, given) -> PythonValues.length(value)),
            entry("list", (value, given) -> PythonValues.elements(value)),
            entry("lower", (value, given) -> Text.of(value).toLowerCase(Locale.ROOT)),
            entry("map", ListFilters::mapped),
            entry("max", (value, given) -> ListFilters.extreme(value, 1)),
            entry("min", (value, given) -> ListFilters.extreme(value, -1)),
            entry("reject", (value, given) -> ListFilters.selected(value, given, false)),
            entry("rejectattr", (value, given) -> ListFilters.selectedByAttribute(value, given, false)),
            entry("replace", Filters::replaced),
            entry("reverse", ListFilters::reversed),
            entry("round", Filters::rounded),
            entry("safe", (value, given) -> Text.of(value)),
            entry("select", (value, given) -> ListFilters.selected(value, given, true)),
            entry("selectattr", (value, given) -> ListFilters.selectedByAttribute(value, given, true)),
            entry("sort", ListFilters::sorted),
            entry("string", (value, given) -> Text.of(value)),
            entry("sum", ListFilters::sum),
            entry("title", (value, given) -> StringMethods.titled(Text.of(value))),
            entry("tojson", Json::filter),
            entry("trim", (value, given) -> StringMethods.strip(Text.of(value), given.get(0, "chars"), true, true)),
            entry("unique", (value, given) -> ListFilters.unique(value)),
            entry("upper", (value, given) -> Text.of(value).toUpperCase(Locale.ROOT)));

    private Filters() {}

    static Filter named(String name) {
        Filter filter = ALL.get(name);
        if (filter == null) {
            throw new TemplateException(
                    "unknown filter \"" + name + "\"; the nearest is " + Suggestions.nearest(name, ALL.keySet()));
        }
        return filter;
    }

    private static Object defaultValue(Object value, Arguments given) {
        boolean isMissing =
                value instanceof Undefined || (given.flag(1, "boolean", false) && !PythonValues.isTrue(value));
        return isMissing ? given.get(0, "default_value", "") : value;
    }

    private static Object toInteger(Object value, Arguments given) {
        if (value instanceof String text) {
            try {
                return Long.parseLong(Spaces.strip(text));
            } catch (NumberFormatException e) {
                Object number = toFloat(value, Arguments.NONE);
                return number instanceof Double exact && exact != 0
                        ? (Object) exact.longValue()
                        : given.get(0, "default", 0L);
            }
        }
        return PythonValues.isNumber(value)
                ? (Object) (long) PythonValues.requireNumber(value)
                : given.get(0, "default", 0L);
    }

    private static Object toFloat(Object value, Arguments given) {
        if (value instanceof String text) {
            try {
                return Double.parseDouble(Spaces.strip(text));
            } catch (NumberFormatException e) {
                return given.get(0, "default", 0.0);
            }
        }
        return PythonValues.isNumber(value) ? (Object) PythonValues.requireNumber(value) : given.get(0, "default", 0.0);
    }

    private static Object rounded(Object value, Arguments given) {
        double scale = Math.pow(10, given.integer(0, "precision", 0));
        double scaled = PythonValues.requireNumber(value) * scale;
        String method = PythonValues.requireString(given.get(1, "method", "common"));
        return switch (method) {
            case "ceil" -> Math.ceil(scaled) / scale;
            case "floor" -> Math.floor(scaled) / scale;
            default -> Math.rint(scaled) / scale;
        };
    }

    private static Object replaced(Object value, Arguments given) {
        int maxReplacements = given.get(2, "count") == PythonValues.NONE ? -1 : given.integer(2, "count", -1);
        return StringMethods.replaced(
                Text.of(value), Text.of(given.require(0, "old")), Text.of(given.require(1, "new")), maxReplacements);
    }

    private static Object indented(Object value, Arguments given) {
        Object width = given.get(0, "width", 4L);
        String indent = width instanceof String text ? text : " ".repeat(given.integer(0, "width", 4));
        boolean blank = given.flag(2, "blank", false);
        String[] lines = Text.of(value).split("\n", -1);
        StringBuilder out = new StringBuilder(given.flag(1, "first", false) ? indent : "").append(lines[0]);
        for (int i = 1; i < lines.length; i++) {
            out.append('\n').append(blank || !lines[i].isEmpty() ? indent : "").append(lines[i]);
        }
        return out.toString();
    }
}
