// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmarks;

import java.io.IOException;

/** A client that is measured. Its owner closes it. */
interface HttpClientUnderTest extends AutoCloseable {

    /** Sends requests until so many are answered. */
    Tally run(int requests) throws IOException;

    /** What it counts as events in an answer: those of tokens, or all of them. */
    int eventsOf(HttpWorkload workload);

    /** Whether its first runs cost more than later ones. */
    default boolean warmsUp() {
        return false;
    }

    @Override
    default void close() {}
}
