// SPDX-License-Identifier: Apache-2.0
package io.loadharness.chattemplate;

import org.jspecify.annotations.Nullable;

/**
 * A {@code for} statement.
 *
 * @param condition the condition that an element must meet; the loop skips other elements; null if there is no condition
 * @param otherwise the {@code else} block, which runs if no element meets the condition
 * @param isRecursive true if the body can call {@code loop} with other elements
 */
record ForStatement(
        Target target,
        Expression elements,
        @Nullable Expression condition,
        Block body,
        Block otherwise,
        boolean isRecursive)
        implements Statement {

    @Override
    public Flow run(Scope scope, StringBuilder out) {
        return run(elements.evaluate(scope), scope, out, 0);
    }

    private Flow run(Object values, Scope scope, StringBuilder out, int depth) {
        Object selected = condition == null
                ? values
                : ListFilters.filtered(values, each -> holds(condition, scope.inner(), each));
        Loop loop = new Loop(PythonValues.iterator(selected), isRecursive ? nested(scope, depth + 1) : null, depth);
        if (!loop.hasNext()) {
            return otherwise.run(scope.inner(), out);
        }
        while (loop.hasNext()) {
            RenderingLimits.step();
            Scope iteration = scope.inner();
            iteration.set("loop", loop);
            target.set(iteration, loop.next());
            if (body.run(iteration, out) == Flow.BREAK) {
                break;
            }
        }
        return Flow.NEXT;
    }

    private Callable nested(Scope scope, int depth) {
        return given -> {
            StringBuilder out = new StringBuilder();
            run(given.require(0, "iterable"), scope, out, depth);
            return out.toString();
        };
    }

    private boolean holds(Expression test, Scope scope, Object element) {
        target.set(scope, element);
        return PythonValues.isTrue(test.evaluate(scope));
    }
}
