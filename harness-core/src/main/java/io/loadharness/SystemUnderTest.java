// SPDX-License-Identifier: Apache-2.0
package io.loadharness;

import java.util.Objects;
import java.util.Optional;

/**
 * The system that a {@link LoadGenerator} measures. Extend this class, and complete each {@link QuerySample} of each {@link Query} exactly
 * once.
 *
 * <pre>{@code
 * class Echo extends SystemUnderTest {
 *     Echo() {
 *         super("echo");
 *     }
 *
 *     public void issueQuery(Query query) {
 *         for (QuerySample sample : query) {
 *             sample.complete(new byte[] {(byte) sample.index()});
 *         }
 *     }
 * }
 * }</pre>
 *
 * <p>The generator calls {@link #issueQuery} on its own thread, or on several threads if the settings request issue threads. An
 * implementation may complete a sample on any thread. The code that creates a system must close it; a generator does not close it. A system
 * may be used for many runs.
 */
public abstract class SystemUnderTest implements AutoCloseable {

    private final String name;

    /**
     * Creates a system with a name.
     *
     * @param name the name that is used in logs and results
     */
    protected SystemUnderTest(String name) {
        this.name = Objects.requireNonNull(name, "name");
    }

    /** Returns the name that is used in logs and results. */
    public final String name() {
        return name;
    }

    /**
     * Processes a query. The samples may be completed before or after this method returns. The thread that calls this method issues its
     * next query after this method returns.
     *
     * @throws Exception if the method fails; any exception or error ends the run as {@link Verdict#FAILED}
     */
    public abstract void issueQuery(Query query) throws Exception;

    /**
     * Called when the generator issues no further query for now. An implementation sends its partial batches.
     *
     * @throws Exception if the method fails; any exception or error ends the run as {@link Verdict#FAILED}
     */
    public void flushQueries() throws Exception {}

    /**
     * Starts a monitor that checks during the run if the load generator is the bottleneck. The run starts after this call. If the monitor
     * returns reasons, the run is not {@link Verdict#VALID}. Reasons for a client-limited run are ignored if the run does not measure
     * performance.
     */
    public RunMonitor monitorRun(Scenario scenario) {
        return RunMonitor.NONE;
    }

    /**
     * Returns true if a response without bytes is valid, for example for an image in which a model finds no object. Otherwise, an accuracy
     * run with such a response is {@link Verdict#INVALID}. The default is false.
     */
    public boolean allowsEmptyResponses() {
        return false;
    }

    /**
     * Returns one sentence about the samples in flight. The reason of a run that stalls contains this sentence. Any thread may call this
     * method. The method must not block. The default is empty.
     */
    public Optional<String> inFlightDetail() {
        return Optional.empty();
    }

    /** Releases the resources of the system. */
    @Override
    public void close() {}
}
