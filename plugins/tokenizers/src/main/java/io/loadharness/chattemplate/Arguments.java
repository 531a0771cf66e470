// SPDX-License-Identifier: Apache-2.0
package io.loadharness.chattemplate;

import java.util.List;
import java.util.Map;

/**
 * What a function, a filter or a test is given.
 *
 * @param positional by position
 * @param named by name
 */
record Arguments(List<Object> positional, Map<String, Object> named) {

    static final Arguments NONE = new Arguments(List.of(), Map.of());

    /** One by position or by name; None if it is missing. */
    Object get(int position, String name) {
        return get(position, name, Values.NONE);
    }

    /** One by position or by name. */
    Object get(int position, String name, Object otherwise) {
        if (position < positional.size()) {
            return positional.get(position);
        }
        return named.getOrDefault(name, otherwise);
    }

    Object require(int position, String name) {
        if (position >= positional.size() && !named.containsKey(name)) {
            throw new TemplateException("an argument is missing: " + name);
        }
        return get(position, name);
    }

    String string(int position, String name) {
        return Values.requireString(require(position, name));
    }

    int integer(int position, String name, int otherwise) {
        return Math.toIntExact(Values.requireInteger(get(position, name, (long) otherwise)));
    }

    boolean flag(int position, String name, boolean otherwise) {
        return Values.isTrue(get(position, name, otherwise));
    }

    /** The same without the first few by position. */
    Arguments from(int position) {
        return new Arguments(positional.subList(Math.min(position, positional.size()), positional.size()), named);
    }
}
