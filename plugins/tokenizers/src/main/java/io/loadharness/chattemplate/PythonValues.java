// SPDX-License-Identifier: Apache-2.0
package io.loadharness.chattemplate;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Operations on values with the semantics of Python. Values are {@link #NONE}, booleans, {@link Long}, {@link BigInteger}, {@link Double},
 * strings, lists (also {@link Tuple} and {@link NumberRange}), maps, {@link DictView}, {@link LazyElements}, {@link Undefined},
 * {@link Callable}s and objects with {@link Attributes}.
 */
final class PythonValues {

    /** The value {@code None}. */
    static final Object NONE = new Object();

    private PythonValues() {}

    /** Converts a Java value, with all its elements, to a template value. Null becomes None. */
    static Object of(@Nullable Object value) {
        if (value == null) {
            return NONE;
        }
        if (value instanceof Map<?, ?> map) {
            Map<Object, Object> all = new LinkedHashMap<>();
            map.forEach((key, each) -> all.put(of(key), of(each)));
            return all;
        }
        if (value instanceof List<?> list) {
            List<Object> all = new ArrayList<>();
            list.forEach(each -> all.add(of(each)));
            return all;
        }
        if (value instanceof BigInteger number) {
            return Numbers.whole(number);
        }
        if (value instanceof Number number) {
            return isReal(number) ? (Object) number.doubleValue() : (Object) number.longValue();
        }
        if (value instanceof String || value instanceof Boolean) {
            return value;
        }
        throw new IllegalArgumentException(
                "a variable of a template has the type " + value.getClass().getName()
                        + "; allowed are strings, numbers, booleans, null, and lists and maps of them");
    }

    private static boolean isReal(Number number) {
        return number instanceof Double || number instanceof Float || number instanceof BigDecimal;
    }

    static boolean isTrue(Object value) {
        if (value == NONE || value instanceof Undefined) {
            return false;
        }
        if (value instanceof Boolean truth) {
            return truth;
        }
        if (value instanceof Long number) {
            return number != 0;
        }
        if (value instanceof Double number) {
            return number != 0;
        }
        if (value instanceof String text) {
            return !text.isEmpty();
        }
        if (value instanceof List<?> list) {
            return !list.isEmpty();
        }
        if (value instanceof DictView view) {
            RenderingLimits.checkSize(view.elements().size());
            return !view.elements().isEmpty();
        }
        return !(value instanceof Map<?, ?> map) || !map.isEmpty();
    }

    static boolean areEqual(Object one, Object other) {
        RenderingLimits.step();
        if (isNumber(one) && isNumber(other)) {
            return !Numbers.isNan(one) && !Numbers.isNan(other) && Numbers.compare(one, other) == 0;
        }
        if (one instanceof Undefined && other instanceof Undefined) {
            return true;
        }
        if (one instanceof List<?> left && other instanceof List<?> right) {
            if (left.size() != right.size() || !areOfOneKind(left, right)) {
                return false;
            }
            for (int i = 0; i < left.size(); i++) {
                if (!areEqual(left.get(i), right.get(i))) {
                    return false;
                }
            }
            return true;
        }
        if (one instanceof Map<?, ?> left && other instanceof Map<?, ?> right) {
            return left.size() == right.size()
                    && left.entrySet().stream().allMatch(each -> isEntryOf(right, each.getKey(), each.getValue()));
        }
        return areSame(one, other);
    }

    /** Returns true if two values that are not lists, dicts or numbers are equal. */
    static boolean areSame(Object one, Object other) {
        if (one instanceof String left && other instanceof String right) {
            RenderingLimits.step(left.length() == right.length() ? left.length() : 0);
        }
        return one.equals(other);
    }

    private static boolean areOfOneKind(List<?> one, List<?> other) {
        return one instanceof Tuple == other instanceof Tuple
                && one instanceof NumberRange == other instanceof NumberRange;
    }

    private static boolean isEntryOf(Map<?, ?> map, Object key, Object value) {
        Object other = map.get(key);
        return other != null && areEqual(value, other);
    }

    static int compare(Object one, Object other) {
        RenderingLimits.step();
        if (isNumber(one) && isNumber(other)) {
            return Numbers.compare(one, other);
        }
        if (one instanceof String left && other instanceof String right) {
            return compareStrings(left, right);
        }
        if (one instanceof List<?> left && other instanceof List<?> right && areOfOneKind(left, right)) {
            for (int i = 0; i < Math.min(left.size(), right.size()); i++) {
                if (!areEqual(left.get(i), right.get(i))) {
                    return compare(left.get(i), right.get(i));
                }
            }
            return Integer.compare(left.size(), right.size());
        }
        throw mismatch(one, other, "cannot be compared");
    }

    static boolean contains(Object all, Object one) {
        if (all instanceof String text) {
            return Text.indexOf(text, requireString(one), 0) >= 0;
        }
        if (all instanceof Map<?, ?> map) {
            return map.containsKey(keyIn(map, one));
        }
        return elements(all).stream().anyMatch(each -> areEqual(each, one));
    }

    /** Returns the elements that a loop over the value visits: list elements, map keys or characters. */
    static List<Object> elements(Object value) {
        if (value instanceof List<?> list) {
            RenderingLimits.checkSize(list.size());
            return new ArrayList<>(list);
        }
        if (value instanceof Map<?, ?> map) {
            RenderingLimits.checkSize(map.size());
            return new ArrayList<>(map.keySet());
        }
        if (value instanceof String text) {
            RenderingLimits.checkSize(text.length());
            List<Object> all = new ArrayList<>();
            Text.characters(text).forEach(all::add);
            return all;
        }
        if (value instanceof DictView view) {
            return new ArrayList<>(view.elements());
        }
        if (value instanceof LazyElements lazy) {
            List<Object> all = new ArrayList<>();
            lazy.iterator().forEachRemaining(each -> {
                RenderingLimits.step();
                all.add(each);
            });
            return all;
        }
        if (value instanceof Undefined) {
            return List.of();
        }
        throw new TemplateException(nameOf(value) + " is not iterable");
    }

    /** Returns an iterator over the elements of a value. Lazy elements are computed when they are needed. */
    static Iterator<Object> iterator(Object value) {
        return value instanceof LazyElements lazy
                ? lazy.iterator()
                : elements(value).iterator();
    }

    static long length(Object value) {
        if (value instanceof LazyElements) {
            throw new TemplateException(
                    "the result of this filter has no length: convert it with the filter list first");
        }
        if (value instanceof Map<?, ?> map) {
            return map.size();
        }
        if (value instanceof List<?> list) {
            return list.size();
        }
        return value instanceof String
                ? Text.length(Text.read(value))
                : elements(value).size();
    }

    /**
     * Returns the key of a dict that is equal to a value; for example, the key 1 is equal to {@code true}. Returns the value if the dict
     * has no such key.
     */
    static Object keyIn(Map<?, ?> map, Object value) {
        requireKey(value);
        if (isNumber(value) && !map.containsKey(value)) {
            for (Object each : map.keySet()) {
                RenderingLimits.step();
                if (isNumber(each) && areEqual(each, value)) {
                    return each;
                }
            }
        }
        return value;
    }

    /** Returns a value after a check that it can be a key of a dict. */
    static Object requireKey(Object value) {
        RenderingLimits.step(value instanceof String text ? text.length() : 0);
        if (value instanceof Tuple tuple) {
            tuple.forEach(PythonValues::requireKey);
        }
        boolean isMutable = value instanceof Map<?, ?> || (value instanceof List<?> && !(value instanceof Tuple));
        if (isMutable || value instanceof DictView) {
            throw new TemplateException(nameOf(value) + " cannot be a key of a dict");
        }
        return value;
    }

    /** Returns true for numbers and, as in Python, for booleans. */
    static boolean isNumber(Object value) {
        return value instanceof Double || Numbers.isWhole(value);
    }

    static String requireString(Object value) {
        if (value instanceof String text) {
            return text;
        }
        throw wrongType(value, "a string");
    }

    static long requireInteger(Object value) {
        if (value instanceof Boolean truth) {
            return truth ? 1 : 0;
        }
        if (value instanceof Long number) {
            return number;
        }
        throw wrongType(value, "an integer");
    }

    static double requireNumber(Object value) {
        return Numbers.real(Numbers.requireNumber(value));
    }

    static TemplateException mismatch(Object one, Object other, String why) {
        for (Object each : new Object[] {one, other}) {
            if (each instanceof Undefined undefined) {
                return undefined.toException();
            }
        }
        return new TemplateException(nameOf(one) + " and " + nameOf(other) + " " + why);
    }

    /** Returns the name of a value's type for error messages. */
    static String nameOf(Object value) {
        if (value == NONE) {
            return "None";
        }
        if (value instanceof Boolean) {
            return "a boolean";
        }
        if (isNumber(value)) {
            return "a number";
        }
        if (value instanceof String) {
            return "a string";
        }
        if (value instanceof List<?>) {
            return value instanceof Tuple ? "a tuple" : value instanceof NumberRange ? "a range" : "a list";
        }
        if (value instanceof Undefined) {
            return "an undefined value";
        }
        return value instanceof Map<?, ?> ? "a dict" : "an object";
    }

    static TemplateException wrongType(Object value, String expected) {
        return value instanceof Undefined undefined
                ? undefined.toException()
                : new TemplateException("expected " + expected + " but found " + nameOf(value));
    }

    private static int compareStrings(String one, String other) {
        RenderingLimits.step((long) one.length() + other.length());
        int[] left = one.codePoints().toArray();
        int[] right = other.codePoints().toArray();
        return Arrays.compare(left, right);
    }
}
