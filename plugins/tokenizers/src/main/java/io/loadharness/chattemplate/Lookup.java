// SPDX-License-Identifier: Apache-2.0
package io.loadharness.chattemplate;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Reads attributes, items and slices of values. */
final class Lookup {

    private Lookup() {}

    /** Returns the attribute of a value, as in {@code value.name}. If a dict has no such attribute, returns its item with this key. */
    static Object attribute(Object value, String name) {
        Object found = ownAttribute(value, name);
        return found instanceof Undefined && value instanceof Map<?, ?> map ? item(map, name) : found;
    }

    /** Returns the attribute of a value. Does not search the items of a dict. */
    static Object ownAttribute(Object value, String name) {
        Callable method = Methods.of(value, name);
        return method == null ? missing(value, name) : method;
    }

    /** Returns the item of a value, as in {@code value[key]}. */
    static Object item(Object value, Object key) {
        if (value instanceof Map<?, ?> map) {
            Object found = isHashable(key) ? map.get(PythonValues.keyIn(map, key)) : null;
            return found != null
                    ? found
                    : key instanceof String name ? ownAttribute(value, name) : missing(value, Text.of(key));
        }
        if (value instanceof List<?> list && Numbers.isWhole(key)) {
            long index = key instanceof BigInteger ? Integer.MAX_VALUE : PythonValues.requireInteger(key);
            long at = index < 0 ? index + list.size() : index;
            return at < 0 || at >= list.size() ? missing(value, Text.of(key)) : list.get((int) at);
        }
        if (value instanceof String text && Numbers.isWhole(key)) {
            return character(text, key);
        }
        return key instanceof String name ? ownAttribute(value, name) : missing(value, Text.of(key));
    }

    private static Object character(String text, Object key) {
        RenderingLimits.step(text.length());
        int length = Text.length(text);
        long index = key instanceof BigInteger ? Integer.MAX_VALUE : PythonValues.requireInteger(key);
        long at = index < 0 ? index + length : index;
        return at < 0 || at >= length
                ? missing(text, Text.of(key))
                : Character.toString(text.codePointAt(text.offsetByCodePoints(0, (int) at)));
    }

    private static boolean isHashable(Object key) {
        RenderingLimits.step();
        return key instanceof Tuple tuple
                ? tuple.stream().allMatch(Lookup::isHashable)
                : !(key instanceof Map<?, ?> || key instanceof List<?>);
    }

    private static Object missing(Object value, String name) {
        if (value instanceof Undefined undefined) {
            throw undefined.toException();
        }
        if (value instanceof Attributes attributes) {
            return attributes.attribute(name);
        }
        if (value instanceof Tuple tuple) {
            return tuple.attribute(name);
        }
        return new Undefined(PythonValues.nameOf(value) + " has no attribute or item \"" + name + "\"");
    }

    /** Returns a slice of a value, as in {@code value[from:to:step]}. Omitted bounds are None. */
    static Object slice(Object value, Object from, Object to, Object step) {
        if (value instanceof String text) {
            return slice(text, from, to, step);
        }
        if (value instanceof Undefined undefined) {
            throw undefined.toException();
        }
        if (!(value instanceof List<?>)) {
            return missing(value, "slice");
        }
        List<?> list = (List<?>) value;
        long stride = step == PythonValues.NONE ? 1 : PythonValues.requireInteger(step);
        if (stride == 0) {
            throw new TemplateException("the step of a slice must not be 0");
        }
        List<Object> cut = new ArrayList<>();
        int size = list.size();
        long first = bound(from, stride > 0 ? 0 : size - 1, size, stride);
        long last = bound(to, stride > 0 ? size : -1, size, stride);
        if (value instanceof NumberRange range) {
            return range.slice(first, last, stride);
        }
        for (long i = first; stride > 0 ? i < last : i > last; i += stride) {
            cut.add(list.get((int) i));
        }
        RenderingLimits.checkSize(cut.size());
        return value instanceof Tuple ? Tuple.of(cut) : cut;
    }

    private static String slice(String text, Object from, Object to, Object step) {
        RenderingLimits.step(text.length());
        boolean isPart = step == PythonValues.NONE || step.equals(1L);
        if (!isPart) {
            return String.join("", strings(slice(PythonValues.elements(text), from, to, step)));
        }
        int length = Text.length(text);
        int first = text.offsetByCodePoints(0, (int) bound(from, 0, length, 1));
        int last = text.offsetByCodePoints(0, (int) bound(to, length, length, 1));
        RenderingLimits.checkLength(Math.max(0, last - first));
        return first < last ? text.substring(first, last) : "";
    }

    private static long bound(Object given, long otherwise, int size, long stride) {
        if (given == PythonValues.NONE) {
            return otherwise;
        }
        long at = PythonValues.requireInteger(given);
        at = at < 0 ? at + size : at;
        return stride > 0 ? Math.max(0, Math.min(size, at)) : Math.max(-1, Math.min(size - 1L, at));
    }

    private static List<String> strings(Object list) {
        return PythonValues.elements(list).stream().map(Text::of).toList();
    }
}
