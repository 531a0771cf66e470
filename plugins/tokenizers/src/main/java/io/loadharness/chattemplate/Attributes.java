// SPDX-License-Identifier: Apache-2.0
package io.loadharness.chattemplate;

/** A value that has attributes of its own. */
@FunctionalInterface
interface Attributes {

    /** The one of a name; {@link Undefined} if there is none. */
    Object attribute(String name);
}
