// SPDX-License-Identifier: Apache-2.0
package io.loadharness.simulator;

/** What the engine works on, as far as the engine is concerned. Only the scheduler's thread calls it. */
interface Job {

    int promptTokens();

    /** Has waited so long, in nanoseconds, and is worked on from now on. */
    void begin(long waited);

    /** Has made one token more. Returns whether there is still one to make. */
    boolean advance();

    /** Whether nobody wants it any more. */
    boolean isCancelled();
}
