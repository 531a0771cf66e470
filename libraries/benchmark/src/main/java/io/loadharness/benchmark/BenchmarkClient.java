// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmark;

import io.loadharness.QuerySampleLibrary;
import io.loadharness.SystemUnderTest;
import io.loadharness.internal.NamedServices;
import java.io.IOException;
import java.util.Map;
import java.util.ServiceLoader;

/**
 * A system under test and its samples, which a benchmark initializes and closes: {@link Benchmark.Builder#client(BenchmarkClient)}. For
 * {@code harness run --client NAME}, {@link ServiceLoader} finds the client.
 *
 * <p>Each execution of a benchmark calls all methods on one thread. The benchmark calls {@link #initialize} once, then
 * {@link #systemUnderTest} and {@link #library} once each. After the runs, the benchmark calls {@link #close} once, even after a failure.
 * If {@link #initialize} throws an exception, {@link #close} is not called. The constructor must be cheap, because every lookup of a name
 * calls it.
 *
 * <pre>{@code
 * public final class MyClient implements BenchmarkClient {
 *   public String name() { return "my-client"; }
 *   public void initialize(Map<String, String> options) { connect(options.get("address")); }
 *   public SystemUnderTest systemUnderTest() { return system; }
 *   public QuerySampleLibrary library() { return QuerySampleLibrary.ofSize("my-data", 1000); }
 *   public void close() { system.close(); }
 * }
 * }</pre>
 */
public interface BenchmarkClient extends AutoCloseable {

    /** Returns the name of the client; called before {@link #initialize}. */
    String name();

    /**
     * Connects, loads data and allocates resources. If this method fails, it releases the resources before it throws an exception.
     *
     * @param options the options that the user set
     * @throws IllegalArgumentException if an option is missing, unknown or out of range; the message names the option
     * @throws Exception if the client cannot run; the message is one sentence for the user
     */
    void initialize(Map<String, String> options) throws Exception;

    /** Returns the system under test. The client closes this system. */
    SystemUnderTest systemUnderTest();

    /** Returns the query sample library (QSL) of the system. */
    QuerySampleLibrary library();

    /**
     * Releases all resources. Called only after a successful {@link #initialize}. If this method throws an exception, the results of the
     * runs are kept, and the verdict of the benchmark is {@code FAILED}.
     *
     * @throws IOException if a resource cannot be released; the message is one sentence for the user
     */
    @Override
    void close() throws IOException;

    /**
     * Returns a new client by name.
     *
     * @throws IllegalArgumentException if no client or several clients have the name; the message suggests the most similar name
     */
    static BenchmarkClient named(String name) {
        return NamedServices.find("client", ServiceLoader.load(BenchmarkClient.class), BenchmarkClient::name, name);
    }
}
