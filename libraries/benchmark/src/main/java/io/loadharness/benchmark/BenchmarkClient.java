// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmark;

import io.loadharness.QuerySampleLibrary;
import io.loadharness.SystemUnderTest;
import java.io.IOException;
import java.util.Map;

/**
 * A system under test with its samples, which {@code harness run --client} measures by name. Found by {@link java.util.ServiceLoader}; each
 * run uses an instance of its own.
 *
 * <p>The harness calls on one thread: {@link #initialize} once, {@link #systemUnderTest} and {@link #library} once each, the runs, and
 * {@link #close} once, also if something before it failed. The constructor does no work; it runs whenever names are looked up.
 */
public interface BenchmarkClient extends AutoCloseable {

    /** Returns the name of the client; called before {@link #initialize}. */
    String name();

    /**
     * Connects, loads or allocates what the runs need.
     *
     * @param options the settings that the user gave
     * @throws IllegalArgumentException if an option is missing, unknown or out of range; the message names it
     * @throws Exception if the client cannot run; the message is one sentence for people
     */
    void initialize(Map<String, String> options) throws Exception;

    /** Returns the system that the runs measure; this client closes it. */
    SystemUnderTest systemUnderTest();

    /** Returns the samples of the system. */
    QuerySampleLibrary library();

    /**
     * Releases everything.
     *
     * @throws IOException if something cannot be released; the message is one sentence for people
     */
    @Override
    void close() throws IOException;

    /**
     * Returns a new client of a name.
     *
     * @throws IllegalArgumentException if there is none, or there are several; the message names the nearest
     */
    static BenchmarkClient named(String name) {
        return NamedServices.find("client", BenchmarkClient.class, BenchmarkClient::name, name);
    }
}
