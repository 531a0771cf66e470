// SPDX-License-Identifier: Apache-2.0
package io.loadharness.chattemplate;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The argument expressions of a call.
 *
 * @param positional the arguments by position
 * @param named the arguments by name
 */
record ArgumentList(List<Expression> positional, Map<String, Expression> named) {

    static final ArgumentList NONE = new ArgumentList(List.of(), Map.of());

    /** Evaluates the arguments in a scope. */
    Arguments evaluate(Scope scope) {
        if (positional.isEmpty() && named.isEmpty()) {
            return Arguments.NONE;
        }
        List<Object> values = new ArrayList<>();
        positional.forEach(each -> values.add(each.evaluate(scope)));
        Map<String, Object> byName = new LinkedHashMap<>();
        named.forEach((name, each) -> byName.put(name, each.evaluate(scope)));
        return new Arguments(values, byName);
    }
}
