// SPDX-License-Identifier: Apache-2.0
package io.loadharness.chattemplate;

/** What writes. Immutable, for any number of threads. */
@FunctionalInterface
interface Statement {

    /** How it goes on. */
    enum Flow {
        /** With the next statement. */
        NEXT,
        /** Behind the loop. */
        BREAK,
        /** With the next round of the loop. */
        CONTINUE
    }

    /** Does its work where the names of a scope hold. */
    Flow run(Scope scope, StringBuilder out);
}
