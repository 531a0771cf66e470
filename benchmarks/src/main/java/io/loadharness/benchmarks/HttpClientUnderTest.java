// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmarks;

import java.io.IOException;

/** An HTTP client that is measured. */
interface HttpClientUnderTest extends AutoCloseable {

    /** Sends requests until a number of them are completed. */
    HttpCounts run(int requests) throws IOException;

    /** Returns the number of events that this client counts in a response: only events with tokens, or all events. */
    int eventsOf(HttpWorkload workload);

    /** Returns true if the first runs cost more than later ones. */
    default boolean warmsUp() {
        return false;
    }

    @Override
    default void close() {}
}
