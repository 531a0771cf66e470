// SPDX-License-Identifier: Apache-2.0
package io.loadharness.netty;

/** What a call is on. */
interface Carrier {

    /** Nobody wants the answer any more. On the thread of the lane. */
    void giveUp();
}
