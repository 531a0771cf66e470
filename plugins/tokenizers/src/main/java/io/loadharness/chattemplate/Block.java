// SPDX-License-Identifier: Apache-2.0
package io.loadharness.chattemplate;

import java.util.List;

/** A sequence of statements. */
record Block(List<Statement> statements) implements Statement {

    @Override
    public Flow run(Scope scope, StringBuilder out) {
        for (Statement each : statements) {
            RenderingLimits.step();
            Flow flow = each.run(scope, out);
            if (flow != Flow.NEXT) {
                return flow;
            }
        }
        return Flow.NEXT;
    }

    /** Runs the statements and returns their output. */
    String text(Scope scope) {
        StringBuilder out = new StringBuilder();
        run(scope, out);
        return out.toString();
    }
}
