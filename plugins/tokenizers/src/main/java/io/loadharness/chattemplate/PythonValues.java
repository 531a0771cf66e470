// SPDX-License-Identifier: Apache-2.0
package io.loadharness.chattemplate;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Operations on values with the semantics of Python. Values are {@link #NONE}, booleans, {@link Long}, {@link Double}, strings, lists,
 * maps, {@link Undefined}, {@link Callable}s and objects with {@link Attributes}.
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
        return value instanceof Number number && !(value instanceof Double) ? (Object) number.longValue() : value;
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
        return !(value instanceof Map<?, ?> map) || !map.isEmpty();
    }

    static boolean areEqual(Object one, Object other) {
        if (isNumber(one) && isNumber(other)) {
            return compareNumbers(one, other) == 0;
        }
        if (one instanceof Undefined && other instanceof Undefined) {
            return true;
        }
        if (one instanceof List<?> left && other instanceof List<?> right) {
            if (left.size() != right.size()) {
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
        return one.equals(other);
    }

    private static boolean isEntryOf(Map<?, ?> map, Object key, Object value) {
        Object other = map.get(key);
        return other != null && areEqual(value, other);
    }

    static int compare(Object one, Object other) {
        if (isNumber(one) && isNumber(other)) {
            return compareNumbers(one, other);
        }
        if (one instanceof String left && other instanceof String right) {
            return compareStrings(left, right);
        }
        if (one instanceof List<?> left && other instanceof List<?> right) {
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
            return text.contains(requireString(one));
        }
        if (all instanceof Map<?, ?> map) {
            return map.containsKey(one);
        }
        return elements(all).stream().anyMatch(each -> areEqual(each, one));
    }

    /** Returns the elements that a loop over the value visits: list elements, map keys or characters. */
    static List<Object> elements(Object value) {
        if (value instanceof List<?> list) {
            return new ArrayList<>(list);
        }
        if (value instanceof Map<?, ?> map) {
            return new ArrayList<>(map.keySet());
        }
        if (value instanceof String text) {
            return new ArrayList<>(Text.characters(text));
        }
        if (value instanceof Undefined) {
            return List.of();
        }
        throw new TemplateException(nameOf(value) + " is not iterable");
    }

    static long length(Object value) {
        if (value instanceof Map<?, ?> map) {
            return map.size();
        }
        return value instanceof String text
                ? Text.length(text)
                : elements(value).size();
    }

    /** Returns true for numbers and, as in Python, for booleans. */
    static boolean isNumber(Object value) {
        return value instanceof Long || value instanceof Double || value instanceof Boolean;
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
        return value instanceof Double number ? number : requireInteger(value);
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
        if (value instanceof Long || value instanceof Double) {
            return "a number";
        }
        if (value instanceof String) {
            return "a string";
        }
        if (value instanceof List<?>) {
            return "a list";
        }
        if (value instanceof Undefined) {
            return "an undefined value";
        }
        return value instanceof Map<?, ?> ? "a dict" : "an object";
    }

    private static TemplateException wrongType(Object value, String expected) {
        return value instanceof Undefined undefined
                ? undefined.toException()
                : new TemplateException("expected " + expected + " but found " + nameOf(value));
    }

    private static int compareNumbers(Object one, Object other) {
        return one instanceof Double || other instanceof Double
                ? Double.compare(requireNumber(one) + 0.0, requireNumber(other) + 0.0)
                : Long.compare(requireInteger(one), requireInteger(other));
    }

    private static int compareStrings(String one, String other) {
        int[] left = one.codePoints().toArray();
        int[] right = other.codePoints().toArray();
        return Arrays.compare(left, right);
    }
}
