// SPDX-License-Identifier: Apache-2.0
package io.loadharness.chattemplate;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The argument expressions of a call.
 *
 * @param positional the arguments by position
 * @param named the arguments by name
 * @param more an expression whose elements are further arguments by position, as in {@code f(*more)}; null if it is missing
 * @param moreNamed an expression whose entries are further arguments by name, as in {@code f(**more)}; null if it is missing
 */
record ArgumentList(
        List<Expression> positional,
        Map<String, Expression> named,
        @Nullable Expression more,
        @Nullable Expression moreNamed) {

    static final ArgumentList NONE = of(List.of());

    static ArgumentList of(List<Expression> positional) {
        return new ArgumentList(positional, Map.of(), null, null);
    }

    /** Evaluates the arguments in a scope. */
    Arguments evaluate(Scope scope) {
        List<Object> values = new ArrayList<>();
        positional.forEach(each -> values.add(each.evaluate(scope)));
        Map<String, Object> byName = new LinkedHashMap<>();
        named.forEach((name, each) -> byName.put(name, each.evaluate(scope)));
        if (more != null) {
            values.addAll(PythonValues.elements(more.evaluate(scope)));
        }
        if (moreNamed != null) {
            Functions.named(moreNamed.evaluate(scope)).forEach((name, value) -> {
                if (byName.put(name, value) != null) {
                    throw new TemplateException("the argument \"" + name + "\" is given twice");
                }
            });
        }
        return new Arguments(values, byName);
    }
}
