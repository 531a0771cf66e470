// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmark;

import io.loadharness.LoadPlan;
import io.loadharness.Scenario;
import io.loadharness.TestRun.Progress;
import io.loadharness.client.ClientLimits;
import io.loadharness.inference.RequestObserver;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Receives what happens during a benchmark. The thread that runs the benchmark calls all methods, one at a time; other threads call the
 * observers that {@link #observe} returns, which must not throw, and {@link #message} while servers start or stop. A method of the
 * listener that throws aborts the benchmark: the reports are written, no other method is called, and then {@code run()} throws the same
 * exception.
 *
 * <pre>{@code
 * Benchmark.builder().onProgress(now -> System.out.println(now.progress().completed()))
 * }</pre>
 */
@FunctionalInterface
public interface BenchmarkListener {

    /** Ignores everything. */
    BenchmarkListener NONE = now -> {};

    /**
     * The state of a run that is going on.
     *
     * @param scenario of the run
     * @param progress counts and times
     * @param stopping true if the run was told to end
     */
    record RunProgress(Scenario scenario, Progress progress, boolean stopping) {}

    /**
     * A load that is about to be put on warm servers.
     *
     * @param scenario of the load
     * @param ratePerSecond the planned samples per second; empty if no rate is planned
     * @param limits above which the run is client-limited
     * @param transport the HTTP client or another name of the way to the servers
     * @param plan of the run; empty if several runs follow, as in a sweep
     */
    record PlannedLoad(
            Scenario scenario,
            OptionalDouble ratePerSecond,
            ClientLimits limits,
            String transport,
            Optional<LoadPlan> plan) {}

    /** Called several times a second while a run goes on. */
    void progress(RunProgress now);

    /** Called with one sentence for people. */
    default void message(String sentence) {}

    /** Called before the first run of a load. */
    default void planned(PlannedLoad load) {}

    /** Returns an observer of the requests of the run that starts next. */
    default RequestObserver observe(Scenario scenario) {
        return RequestObserver.NONE;
    }

    /** Called when a run starts. */
    default void started(Scenario scenario) {}

    /** Called when a run is over and its reports are written. */
    default void ended(RunResult run) {}

    /**
     * Called after {@link #ended} of a run that is not one of several stages.
     *
     * @param answered samples that all servers answered since they were opened
     * @param events chunks with tokens that came from all servers
     */
    default void measured(RunResult run, long answered, long events) {}

    /** Called when all stages of a sweep or a profile are over. */
    default void staged(StageResults stages) {}

    /** Called when all runs are over; servers that were started for them are still up. */
    default void finished(List<RunResult> runs, List<NotRun> notRun) {}
}
