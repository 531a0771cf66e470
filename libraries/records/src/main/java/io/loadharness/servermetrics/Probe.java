// SPDX-License-Identifier: Apache-2.0
package io.loadharness.servermetrics;

import java.io.IOException;
import java.util.List;

/** A source of readings. Not thread-safe: only one thread at a time may poll it. */
interface Probe extends AutoCloseable {

    /**
     * The result of one poll.
     *
     * @param sentNanos the time at which the readings were requested, by {@link System#nanoTime}; they are not older
     * @param nanos the time at which the readings were received, by {@link System#nanoTime}; they are not newer
     */
    record Result(long sentNanos, long nanos, List<Reading> readings) {

        /** Returns a result whose readings were made at one time, by {@link System#nanoTime}. */
        static Result of(long nanos, List<Reading> readings) {
            return new Result(nanos, nanos, readings);
        }
    }

    /** Returns the {@link Source#name}. */
    String name();

    /** Returns the {@link Source#endpoint}. */
    String endpoint();

    /**
     * Polls the source. Blocks for at most a few seconds.
     *
     * @throws IOException if the source does not respond or its response is invalid; the message gives the reason
     */
    Result poll() throws IOException;

    @Override
    default void close() {}
}
