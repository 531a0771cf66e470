// SPDX-License-Identifier: Apache-2.0
package io.loadharness.simulator;

/** An entry of a {@link BatchSchedule}. Called on the scheduler's thread only. */
interface BatchEntry {

    int promptTokens();

    /** Called when the entry joins the batch. {@code waited} is the time in nanoseconds that the entry waited for this. */
    void start(long waited);

    /** Generates one more token. Returns true if there are more tokens to generate. */
    boolean advance();

    /** Returns true if the entry must leave the batch, for example because the client has disconnected. */
    boolean isCancelled();
}
