// SPDX-License-Identifier: Apache-2.0
package io.loadharness.chattemplate;

import static java.util.Map.entry;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;

/** The supported filters, by name. */
final class Filters {

    /** A filter of a template. */
    @FunctionalInterface
    interface Filter {

        /** Returns the filtered value. */
        Object apply(Object value, Arguments arguments);
    }

    private static final Map<String, Filter> ALL = Map.ofEntries(
            entry("abs", (value, given) -> PythonValues.requireNumber(value) < 0 ? Numbers.negated(value) : value),
            entry("attr", (value, given) -> Lookup.ownAttribute(value, given.string(0, "name"))),
            entry("batch", ListFilters::batches),
            entry("capitalize", (value, given) -> StringMethods.capitalized(Text.read(value))),
            entry("center", TextFilters::centered),
            entry("count", (value, given) -> PythonValues.length(value)),
            entry("d", Filters::defaultValue),
            entry("default", Filters::defaultValue),
            entry("dictsort", ListFilters::sortedMap),
            entry("e", (value, given) -> TextFilters.escaped(value)),
            entry("escape", (value, given) -> TextFilters.escaped(value)),
            entry("filesizeformat", TextFilters::fileSize),
            entry("first", (value, given) -> ListFilters.first(value)),
            entry("float", TextFilters::toFloat),
            entry("forceescape", (value, given) -> TextFilters.escaped(value)),
            entry("format", TextFilters::formatted),
            entry("groupby", ListFilters::groups),
            entry("indent", TextFilters::indented),
            entry("int", TextFilters::toInteger),
            entry("items", (value, given) -> ListFilters.items(value)),
            entry("join", ListFilters::joined),
            entry("last", (value, given) -> ListFilters.last(value)),
            entry("length", (value, given) -> PythonValues.length(value)),
            entry("list", (value, given) -> PythonValues.elements(value)),
            entry("lower", (value, given) -> Text.read(value).toLowerCase(Locale.ROOT)),
            entry("map", ListFilters::mapped),
            entry("max", (value, given) -> ListFilters.extreme(value, given, 1)),
            entry("min", (value, given) -> ListFilters.extreme(value, given, -1)),
            entry("pprint", (value, given) -> PrettyPrinter.print(value)),
            entry("random", (value, given) -> random(value)),
            entry("reject", (value, given) -> ListFilters.selected(value, given, false)),
            entry("rejectattr", (value, given) -> ListFilters.selectedByAttribute(value, given, false)),
            entry("replace", TextFilters::replaced),
            entry("reverse", (value, given) -> ListFilters.reversed(value)),
            entry("round", TextFilters::rounded),
            entry("safe", (value, given) -> Text.of(value)),
            entry("select", (value, given) -> ListFilters.selected(value, given, true)),
            entry("selectattr", (value, given) -> ListFilters.selectedByAttribute(value, given, true)),
            entry("slice", ListFilters::columns),
            entry("sort", ListFilters::sorted),
            entry("string", (value, given) -> Text.of(value)),
            entry("striptags", (value, given) -> TextFilters.withoutTags(value)),
            entry("sum", ListFilters::sum),
            entry("title", (value, given) -> TextFilters.titled(value)),
            entry("tojson", Json::filter),
            entry("trim", (value, given) -> StringMethods.strip(Text.read(value), given.get(0, "chars"), true, true)),
            entry("truncate", TextFilters::truncated),
            entry("unique", ListFilters::unique),
            entry("upper", (value, given) -> Text.read(value).toUpperCase(Locale.ROOT)),
            entry("urlencode", (value, given) -> TextFilters.urlEncoded(value)),
            entry("wordcount", (value, given) -> TextFilters.wordCount(value)),
            entry("wordwrap", TextFilters::wrapped));

    private Filters() {}

    static boolean exists(String name) {
        return ALL.containsKey(name);
    }

    static Filter named(String name) {
        Filter filter = ALL.get(name);
        if (filter == null) {
            throw new TemplateException(TemplateException.unknown("filter", name, ALL.keySet()));
        }
        return filter;
    }

    private static Object defaultValue(Object value, Arguments given) {
        boolean isMissing =
                value instanceof Undefined || (given.flag(1, "boolean", false) && !PythonValues.isTrue(value));
        return isMissing ? given.get(0, "default_value", "") : value;
    }

    private static Object random(Object value) {
        List<Object> all = PythonValues.elements(value);
        return all.isEmpty()
                ? new Undefined("an empty list has no random element")
                : all.get(ThreadLocalRandom.current().nextInt(all.size()));
    }
}
