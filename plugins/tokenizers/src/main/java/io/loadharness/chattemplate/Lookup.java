// SPDX-License-Identifier: Apache-2.0
package io.loadharness.chattemplate;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Reads attributes, items and slices of values. */
final class Lookup {

    private Lookup() {}

    /** Returns the attribute of a value, as in {@code value.name}. */
    static Object attribute(Object value, String name) {
        Callable method = Methods.of(value, name);
        if (method != null) {
            return method;
        }
        return value instanceof Map<?, ?> map ? item(map, name) : missing(value, name);
    }

    /** Returns the item of a value, as in {@code value[key]}. */
    static Object item(Object value, Object key) {
        if (value instanceof Map<?, ?> map) {
            Object found = map.get(key);
            return found == null ? missing(value, Text.of(key)) : found;
        }
        if (value instanceof List<?> list && key instanceof Long index) {
            long at = index < 0 ? index + list.size() : index;
            return at < 0 || at >= list.size() ? missing(value, Text.of(key)) : list.get((int) at);
        }
        if (value instanceof String text && key instanceof Long) {
            return item(Text.characters(text), key);
        }
        return missing(value, Text.of(key));
    }

    private static Object missing(Object value, String name) {
        if (value instanceof Undefined undefined) {
            throw undefined.toException();
        }
        if (value instanceof Attributes attributes) {
            return attributes.attribute(name);
        }
        return new Undefined(PythonValues.nameOf(value) + " has no attribute or item \"" + name + "\"");
    }

    /** Returns a slice of a value, as in {@code value[from:to:step]}. Omitted bounds are None. */
    static Object slice(Object value, Object from, Object to, Object step) {
        if (value instanceof String text) {
            return String.join("", strings(slice(Text.characters(text), from, to, step)));
        }
        if (!(value instanceof List<?>)) {
            throw PythonValues.mismatch(value, PythonValues.NONE, "cannot be sliced");
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
        for (long i = first; stride > 0 ? i < last : i > last; i += stride) {
            cut.add(list.get((int) i));
        }
        return cut;
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
