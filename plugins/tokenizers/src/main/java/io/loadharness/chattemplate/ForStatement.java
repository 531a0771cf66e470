// SPDX-License-Identifier: Apache-2.0
package io.loadharness.chattemplate;

import java.util.ArrayList;
import java.util.List;

/**
 * A {@code for} statement.
 *
 * @param condition the condition that an element must meet; the loop skips other elements
 * @param otherwise the {@code else} block, which runs if no element meets the condition
 */
record ForStatement(Target target, Expression elements, Expression condition, Block body, Block otherwise)
        implements Statement {

    @Override
    public Flow run(Scope scope, StringBuilder out) {
        List<Object> selected = selected(scope);
        if (selected.isEmpty()) {
            return otherwise.run(scope.inner(), out);
        }
        for (int i = 0; i < selected.size(); i++) {
            Scope iteration = scope.inner();
            iteration.set("loop", new Loop(selected, i));
            target.set(iteration, selected.get(i));
            if (body.run(iteration, out) == Flow.BREAK) {
                break;
            }
        }
        return Flow.NEXT;
    }

    private List<Object> selected(Scope scope) {
        List<Object> selected = new ArrayList<>();
        for (Object each : PythonValues.elements(elements.evaluate(scope))) {
            if (holds(scope.inner(), each)) {
                selected.add(each);
            }
        }
        return selected;
    }

    private boolean holds(Scope scope, Object element) {
        target.set(scope, element);
        return PythonValues.isTrue(condition.evaluate(scope));
    }
}
