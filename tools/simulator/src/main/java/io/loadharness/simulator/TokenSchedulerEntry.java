// SPDX-License-Identifier: Apache-2.0
package io.loadharness.simulator;

/** An entry of a {@link TokenScheduler}. Called on the scheduler's thread only. */
interface TokenSchedulerEntry {

    int promptTokens();

    /** Called when the entry joins the batch. {@code waited} is the time in nanoseconds for which the entry waited. */
    void start(long waited);

    /** Generates one more token. Returns true if there are more tokens to generate. */
    boolean advance();

    /** Returns true if the entry must leave the batch, for example because the client has disconnected. */
    boolean isCancelled();
}
