// SPDX-License-Identifier: Apache-2.0
package io.loadharness.chattemplate;

import java.util.List;
import java.util.Map;

/**
 * The argument values of a call of a function, a filter or a test.
 *
 * @param positional the arguments by position
 * @param named the arguments by name
 */
record Arguments(List<Object> positional, Map<String, Object> named) {

    static final Arguments NONE = new Arguments(List.of(), Map.of());

    /** Returns the argument with this position or name; None if there is no such argument. */
    Object get(int position, String name) {
        return get(position, name, PythonValues.NONE);
    }

    /** Returns the argument with this position or name; the default value if there is no such argument. */
    Object get(int position, String name, Object defaultValue) {
        if (position < positional.size()) {
            return positional.get(position);
        }
        return named.getOrDefault(name, defaultValue);
    }

    Object require(int position, String name) {
        if (position >= positional.size() && !named.containsKey(name)) {
            throw new TemplateException("the argument \"" + name + "\" is missing");
        }
        return get(position, name);
    }

    String string(int position, String name) {
        return PythonValues.requireString(require(position, name));
    }

    int integer(int position, String name, int defaultValue) {
        long value = PythonValues.requireInteger(get(position, name, (long) defaultValue));
        return (int) Math.max(Integer.MIN_VALUE, Math.min(Integer.MAX_VALUE, value));
    }

    boolean flag(int position, String name, boolean defaultValue) {
        return PythonValues.isTrue(get(position, name, defaultValue));
    }

    /** Returns the positional arguments starting at a position, and all named arguments. */
    Arguments from(int position) {
        return new Arguments(positional.subList(Math.min(position, positional.size()), positional.size()), named);
    }
}
