// SPDX-License-Identifier: Apache-2.0
package io.loadharness.servermetrics;

import java.io.IOException;
import java.util.List;

/** Something that can be asked again and again for numbers, by one thread at a time. */
interface Probe extends AutoCloseable {

    /**
     * What it said once.
     *
     * @param nanos when, by {@link System#nanoTime}
     */
    record Said(long nanos, List<Reading> readings) {}

    /** What {@link Source#name} is to be. */
    String name();

    /** What {@link Source#endpoint} is to be. */
    String endpoint();

    /**
     * Asks, and waits for a few seconds at most.
     *
     * @throws IOException if it says nothing, or what nobody understands; the message is a sentence
     */
    Said ask() throws IOException;

    @Override
    default void close() {}
}
