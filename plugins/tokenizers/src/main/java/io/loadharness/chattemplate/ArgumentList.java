// SPDX-License-Identifier: Apache-2.0
package io.loadharness.chattemplate;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What stands between the parentheses of a call.
 *
 * @param positional by position
 * @param named by name
 */
record ArgumentList(List<Expression> positional, Map<String, Expression> named) {

    static final ArgumentList NONE = new ArgumentList(List.of(), Map.of());

    Arguments in(Scope scope) {
        if (positional.isEmpty() && named.isEmpty()) {
            return Arguments.NONE;
        }
        List<Object> values = new ArrayList<>();
        positional.forEach(each -> values.add(each.in(scope)));
        Map<String, Object> byName = new LinkedHashMap<>();
        named.forEach((name, each) -> byName.put(name, each.in(scope)));
        return new Arguments(values, byName);
    }
}
