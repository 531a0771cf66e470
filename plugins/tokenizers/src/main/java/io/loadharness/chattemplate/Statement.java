// SPDX-License-Identifier: Apache-2.0
package io.loadharness.chattemplate;

/** A statement of a template. Immutable and thread-safe. */
@FunctionalInterface
interface Statement {

    /** The instruction to continue with after a statement. */
    enum Flow {
        /** Continue with the next statement. */
        NEXT,
        /** Leave the loop. */
        BREAK,
        /** Continue with the next iteration of the loop. */
        CONTINUE
    }

    /** Runs the statement in a scope and appends its output. */
    Flow run(Scope scope, StringBuilder out);
}
