// SPDX-License-Identifier: Apache-2.0
package io.loadharness.chattemplate;

/** What has a value. Immutable, for any number of threads. */
@FunctionalInterface
interface Expression {

    /** Its value where the names of a scope hold. */
    Object in(Scope scope);
}
