// SPDX-License-Identifier: Apache-2.0
package io.loadharness.chattemplate;

import java.util.ArrayList;
import java.util.List;

/**
 * A loop.
 *
 * @param condition which elements it goes over
 * @param otherwise what runs if there are none
 */
record ForStatement(Target target, Expression elements, Expression condition, Block body, Block otherwise)
        implements Statement {

    @Override
    public Flow run(Scope scope, StringBuilder out) {
        List<Object> chosen = chosen(scope);
        if (chosen.isEmpty()) {
            return otherwise.run(scope.inner(), out);
        }
        for (int i = 0; i < chosen.size(); i++) {
            Scope round = scope.inner();
            round.set("loop", new Loop(chosen, i));
            target.set(round, chosen.get(i));
            if (body.run(round, out) == Flow.BREAK) {
                break;
            }
        }
        return Flow.NEXT;
    }

    private List<Object> chosen(Scope scope) {
        List<Object> chosen = new ArrayList<>();
        for (Object each : Values.elements(elements.in(scope))) {
            if (holds(scope.inner(), each)) {
                chosen.add(each);
            }
        }
        return chosen;
    }

    private boolean holds(Scope scope, Object element) {
        target.set(scope, element);
        return Values.isTrue(condition.in(scope));
    }
}
