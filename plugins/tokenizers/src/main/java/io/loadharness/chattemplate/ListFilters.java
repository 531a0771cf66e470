// SPDX-License-Identifier: Apache-2.0
package io.loadharness.chattemplate;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** The filters for lists. */
final class ListFilters {

    private ListFilters() {}

    static Object first(Object value) {
        Iterator<Object> all = PythonValues.iterator(value);
        return all.hasNext() ? all.next() : new Undefined("an empty list has no first element");
    }

    static Object last(Object value) {
        if (value instanceof LazyElements) {
            throw new TemplateException("last needs a list: convert the value with the filter list first");
        }
        List<Object> all = PythonValues.elements(value);
        return all.isEmpty() ? new Undefined("an empty list has no last element") : all.get(all.size() - 1);
    }

    static Object items(Object value) {
        if (value instanceof Undefined) {
            return new LazyElements(Collections.emptyIterator());
        }
        return new LazyElements(pairs(value).iterator());
    }

    private static List<Object> pairs(Object value) {
        if (value instanceof Map<?, ?> map) {
            return DictView.items(map).elements();
        }
        throw PythonValues.wrongType(value, "a dict");
    }

    static Object joined(Object value, Arguments given) {
        Object attribute = given.get(1, "attribute");
        List<String> texts = PythonValues.elements(value).stream()
                .map(each -> Text.of(attribute == PythonValues.NONE ? each : attributeAt(each, attribute)))
                .toList();
        String separator = Text.of(given.get(0, "d", ""));
        RenderingLimits.checkJoined(texts, separator);
        return String.join(separator, texts);
    }

    static Object mapped(Object value, Arguments given) {
        Object attribute = given.named().get("attribute");
        if (attribute != null && given.positional().isEmpty()) {
            Object otherwise = given.named().getOrDefault("default", PythonValues.NONE);
            return lazy(value, each -> {
                Object found = attributeAt(each, attribute);
                return found instanceof Undefined && otherwise != PythonValues.NONE ? otherwise : found;
            });
        }
        Filters.Filter filter = Filters.named(given.string(0, "filter"));
        return lazy(value, each -> filter.apply(each, given.from(1)));
    }

    private static LazyElements lazy(Object value, UnaryOperator<Object> operator) {
        Iterator<Object> all = PythonValues.iterator(value);
        return new LazyElements(new Iterator<>() {
            @Override
            public boolean hasNext() {
                return all.hasNext();
            }

            @Override
            public Object next() {
                return operator.apply(all.next());
            }
        });
    }

    static Object selected(Object value, Arguments given, boolean expected) {
        return filtered(value, each -> passes(each, given) == expected);
    }

    static Object selectedByAttribute(Object value, Arguments given, boolean expected) {
        Object attribute = given.require(0, "attribute");
        return filtered(value, each -> passes(attributeAt(each, attribute), given.from(1)) == expected);
    }

    /** Returns the elements that meet a condition. The condition is checked when the elements are needed. */
    static LazyElements filtered(Object value, Predicate<Object> condition) {
        Iterator<Object> all = PythonValues.iterator(value);
        return new LazyElements(new Iterator<>() {
            private @Nullable Object found;

            @Override
            public boolean hasNext() {
                while (found == null && all.hasNext()) {
                    RenderingLimits.step();
                    Object each = all.next();
                    found = condition.test(each) ? each : null;
                }
                return found != null;
            }

            @Override
            public Object next() {
                if (!hasNext() || found == null) {
                    throw new NoSuchElementException();
                }
                Object next = found;
                found = null;
                return next;
            }
        });
    }

    static Object reversed(Object value) {
        if (value instanceof String text) {
            return new StringBuilder(Text.read(text)).reverse().toString();
        }
        List<Object> all = PythonValues.elements(value);
        Collections.reverse(all);
        return value instanceof LazyElements ? all : new LazyElements(all.iterator());
    }

    static Object sorted(Object value, Arguments given) {
        List<Object> all = PythonValues.elements(value);
        boolean isCaseSensitive = given.flag(1, "case_sensitive", false);
        all.sort(direction(byAttributes(given.get(2, "attribute"), isCaseSensitive), given.flag(0, "reverse", false)));
        return all;
    }

    /**
     * Returns a comparator of elements by one or more attributes, whose names are separated by commas. If the attribute is None, the
     * elements themselves are compared.
     */
    private static Comparator<Object> byAttributes(Object attribute, boolean isCaseSensitive) {
        Comparator<Object> order = byText(isCaseSensitive);
        if (attribute == PythonValues.NONE) {
            return order;
        }
        List<Object> paths = attribute instanceof String names
                ? new ArrayList<>(Arrays.asList(names.split(",", -1)))
                : List.of(attribute);
        return (one, other) -> {
            for (Object path : paths) {
                int found = order.compare(attributeAt(one, path), attributeAt(other, path));
                if (found != 0) {
                    return found;
                }
            }
            return 0;
        };
    }

    static Object sortedMap(Object value, Arguments given) {
        Object by = given.get(1, "by", "key");
        if (!by.equals("key") && !by.equals("value")) {
            throw new TemplateException("dictsort: by must be \"key\" or \"value\"");
        }
        int part = by.equals("value") ? 1 : 0;
        List<Object> all = pairs(value);
        Comparator<Object> order = byText(given.flag(0, "case_sensitive", false));
        all.sort(direction(
                (one, other) -> order.compare(((List<?>) one).get(part), ((List<?>) other).get(part)),
                given.flag(2, "reverse", false)));
        return all;
    }

    static Object extreme(Object value, Arguments given, int sign) {
        Object attribute = given.get(1, "attribute");
        Comparator<Object> order = byText(given.flag(0, "case_sensitive", false));
        Object found = null;
        for (Object each : PythonValues.elements(value)) {
            if (found == null || sign * order.compare(key(each, attribute), key(found, attribute)) > 0) {
                found = each;
            }
        }
        return found == null ? new Undefined("an empty list has no largest or smallest element") : found;
    }

    private static Object key(Object value, Object attribute) {
        return attribute == PythonValues.NONE ? value : attributeAt(value, attribute);
    }

    static Object sum(Object value, Arguments given) {
        Object attribute = given.get(0, "attribute");
        Object sum = given.get(1, "start", 0L);
        if (sum instanceof String) {
            throw new TemplateException("sum: strings cannot be added: use the filter join");
        }
        for (Object each : PythonValues.elements(value)) {
            sum = Operators.apply("+", sum, key(each, attribute));
        }
        return sum;
    }

    static Object unique(Object value, Arguments given) {
        boolean isCaseSensitive = given.flag(0, "case_sensitive", false);
        Object attribute = given.get(1, "attribute");
        Set<Object> strings = new HashSet<>();
        List<Object> seen = new ArrayList<>();
        return filtered(value, each -> {
            Object found = key(each, attribute);
            Object key = PythonValues.requireKey(isCaseSensitive ? found : folded(found));
            if (key instanceof String) {
                return strings.add(key); // a string equals only strings
            }
            boolean isNew = seen.stream().noneMatch(other -> PythonValues.areEqual(key, other));
            if (isNew) {
                seen.add(key);
            }
            return isNew;
        });
    }

    static Object groups(Object value, Arguments given) {
        Object attribute = given.require(0, "attribute");
        Object otherwise = given.get(1, "default");
        boolean isCaseSensitive = given.flag(2, "case_sensitive", false);
        UnaryOperator<Object> original = each -> {
            Object found = attributeAt(each, attribute);
            return found instanceof Undefined && otherwise != PythonValues.NONE ? otherwise : found;
        };
        UnaryOperator<Object> key = isCaseSensitive ? original : each -> folded(original.apply(each));
        List<Object> all = PythonValues.elements(value);
        all.sort((one, other) -> PythonValues.compare(key.apply(one), key.apply(other)));
        List<Object> groups = new ArrayList<>();
        int from = 0;
        for (int i = 1; i <= all.size(); i++) {
            if (i == all.size() || !PythonValues.areEqual(key.apply(all.get(i)), key.apply(all.get(from)))) {
                List<Object> members = new ArrayList<>(all.subList(from, i));
                groups.add(Tuple.named(List.of("grouper", "list"), List.of(original.apply(members.get(0)), members)));
                from = i;
            }
        }
        return groups;
    }

    static Object batches(Object value, Arguments given) {
        int size = given.integer(0, "linecount", 0);
        Object filler = given.get(1, "fill_with");
        RenderingLimits.checkSize(size);
        List<Object> batches = new ArrayList<>();
        List<Object> batch = new ArrayList<>();
        for (Object each : PythonValues.elements(value)) {
            if (batch.size() == size) {
                batches.add(batch);
                batch = new ArrayList<>();
            }
            batch.add(each);
        }
        if (!batch.isEmpty()) {
            if (filler != PythonValues.NONE && batch.size() < size) {
                batch.addAll(Collections.nCopies(size - batch.size(), filler));
            }
            batches.add(batch);
        }
        return new LazyElements(batches.iterator());
    }

    static Object columns(Object value, Arguments given) {
        int count = given.integer(0, "slices", 0);
        Object filler = given.get(1, "fill_with");
        if (count <= 0) {
            throw new TemplateException("slice: the number of slices must be positive: got " + count);
        }
        RenderingLimits.checkSize(count);
        List<Object> all = PythonValues.elements(value);
        int longer = all.size() % count;
        List<Object> columns = new ArrayList<>();
        int at = 0;
        for (int i = 0; i < count; i++) {
            int end = at + all.size() / count + (i < longer ? 1 : 0);
            List<Object> column = new ArrayList<>(all.subList(at, end));
            if (filler != PythonValues.NONE && i >= longer) {
                column.add(filler);
            }
            columns.add(column);
            at = end;
        }
        return new LazyElements(columns.iterator());
    }

    /** Returns the attribute at a path, such as {@code a.b}. */
    private static Object attributeAt(Object value, Object attribute) {
        RenderingLimits.step();
        if (attribute instanceof Long) {
            return Lookup.item(value, attribute);
        }
        Object found = value;
        for (String each : PythonValues.requireString(attribute).split("\\.", -1)) {
            boolean isIndex =
                    !each.isEmpty() && each.length() < 10 && each.chars().allMatch(Character::isDigit);
            found = Lookup.item(found, isIndex ? (Object) Long.valueOf(each) : each);
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
        return value instanceof String ? Text.read(value).toLowerCase(Locale.ROOT) : value;
    }
}
