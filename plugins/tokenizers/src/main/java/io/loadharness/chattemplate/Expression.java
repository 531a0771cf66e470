// SPDX-License-Identifier: Apache-2.0
package io.loadharness.chattemplate;

/** An expression of a template. Immutable and thread-safe. */
@FunctionalInterface
interface Expression {

    /** Returns the value of this expression in a scope. */
    Object evaluate(Scope scope);
}
