// SPDX-License-Identifier: Apache-2.0
package io.loadharness.chattemplate;

/** A template value that has attributes, such as {@code loop}. */
@FunctionalInterface
interface Attributes {

    /** Returns the attribute with a name; an {@link Undefined} value if no attribute has this name. */
    Object attribute(String name);
}
