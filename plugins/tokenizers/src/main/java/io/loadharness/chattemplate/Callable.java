// SPDX-License-Identifier: Apache-2.0
package io.loadharness.chattemplate;

/** A value that can be called. */
@FunctionalInterface
interface Callable {

    /** Calls this value. */
    Object call(Arguments arguments);
}
