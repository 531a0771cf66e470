// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmarks;

import java.io.IOException;

/** An HTTP client that is measured. */
interface HttpClientUnderTest extends AutoCloseable {

    /** Sends the given number of requests and waits until all of them are completed. */
    HttpCounts run(int requests) throws IOException;

    /**
     * Returns the number of events that this client counts in one response of the workload. Some clients count only the events with tokens.
     */
    int eventsOf(HttpWorkload workload);

    /** Returns true if this client needs warm-up runs, because its first runs cost more than later runs. */
    default boolean warmsUp() {
        return false;
    }

    @Override
    default void close() {}
}
