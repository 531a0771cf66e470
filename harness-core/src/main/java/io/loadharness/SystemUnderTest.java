// SPDX-License-Identifier: Apache-2.0
package io.loadharness;

import java.util.Objects;

/**
 * What is measured. Subclass it, answer each {@link QuerySample} of each {@link Query} exactly once, and hand an instance to a
 * {@link LoadGenerator}.
 *
 * <p>The generator calls {@link #issueQuery} on one thread of its own (several when the settings ask for issue threads). An
 * implementation answers on that thread, or hands the query over and answers from any other thread. Whoever creates an
 * instance closes it; a generator never does, so one instance can serve many runs.
 */
public abstract class SystemUnderTest implements AutoCloseable {

    private final String name;

    /**
     * Names the system.
     *
     * @param name what logs and results call it
     */
    protected SystemUnderTest(String name) {
        this.name = Objects.requireNonNull(name, "name");
    }

    /** What logs and results call it. */
    public final String name() {
        return name;
    }

    /**
     * Answers the samples of a query, now or later. While this method runs, the next query waits.
     *
     * @throws Exception anything thrown ends the run as {@link Verdict#FAILED} with this cause
     */
    public abstract void issueQuery(Query query) throws Exception;

    /**
     * Says that no query follows until further notice: whoever collects samples into batches sends what is left.
     *
     * @throws Exception anything thrown ends the run as {@link Verdict#FAILED} with this cause
     */
    public void flushQueries() throws Exception {}

    /**
     * Begins to watch whether the client keeps up with a run that is about to start. If it objects in the end, the run is
     * client-limited and not {@link Verdict#VALID}, unless it measures no performance.
     */
    public RunWatch watchRun(Scenario scenario) {
        return RunWatch.NONE;
    }

    /** Releases what the system holds. */
    @Override
    public void close() {}
}
