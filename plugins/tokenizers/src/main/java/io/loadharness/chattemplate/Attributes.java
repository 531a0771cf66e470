// SPDX-License-Identifier: Apache-2.0
package io.loadharness.chattemplate;

/** A value with attributes. */
@FunctionalInterface
interface Attributes {

    /** Returns the attribute with a name, or {@link Undefined} if there is none. */
    Object attribute(String name);
}
