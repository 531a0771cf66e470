// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmark;

import io.loadharness.LoadPlan;
import io.loadharness.Scenario;
import io.loadharness.TestRun.Progress;
import io.loadharness.client.ClientLimits;
import io.loadharness.inference.RequestObserver;
import io.loadharness.metrics.LiveView;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Receives progress and messages of a benchmark. The benchmark thread calls the methods, one at a time, except for the following two
 * cases. While servers start or stop, other threads may call {@link #message}. During a run, other threads call the observers that
 * {@link #observe} returns; these observers must not throw exceptions.
 *
 * <p>If a method of the listener throws an exception, the benchmark is aborted. The reports are still written, no other method of the
 * listener is called, and {@link Benchmark#run} throws the same exception.
 *
 * <pre>{@code
 * Benchmark.builder().onProgress(now -> System.out.println(now.progress().completed()))
 * }</pre>
 */
@FunctionalInterface
public interface BenchmarkListener {

    /** A listener that ignores all events. */
    BenchmarkListener NONE = now -> {};

    /**
     * The state of the current run.
     *
     * @param scenario the scenario of the run
     * @param progress the counts and times so far
     * @param stopping true if an abort was requested
     * @param requests the metrics of the requests if slices in other processes send them; otherwise empty, and {@link #observe} returns
     *     the observer of the requests
     */
    record RunProgress(Scenario scenario, Progress progress, boolean stopping, Optional<LiveView> requests) {

        /** Creates the state of a run whose requests this process sends. */
        public RunProgress(Scenario scenario, Progress progress, boolean stopping) {
            this(scenario, progress, stopping, Optional.empty());
        }
    }

    /**
     * A load that is about to run. The warm-up of the servers is complete.
     *
     * @param scenario the scenario of the load
     * @param name the name of the load for users: the scenario of LoadGen, such as {@code Server}, or the kind of schedule, such as
     *     {@code poisson}
     * @param ratePerSecond the planned samples per second; empty if no rate is planned
     * @param limits the thresholds above which the run is client-limited
     * @param transport the name of the HTTP client or of the backend
     * @param plan the planned size of the run; empty if the load has several runs, as in a sweep
     * @param warnings reasons why the run cannot become valid, one sentence each
     */
    record PlannedLoad(
            Scenario scenario,
            String name,
            OptionalDouble ratePerSecond,
            ClientLimits limits,
            String transport,
            Optional<LoadPlan> plan,
            List<String> warnings) {

        public PlannedLoad {
            warnings = List.copyOf(warnings);
        }
    }

    /** Called several times per second during a run. */
    void progress(RunProgress now);

    /** Called with a message for the user. A message is one sentence. */
    default void message(String sentence) {}

    /**
     * Called before each step of the preparation, until {@link #planned} is called.
     *
     * @param step the step in the form "waiting for http://host:8000", for a sentence such as "stopped while ..."
     */
    default void preparing(String step) {}

    /** Called before the first run of a load. */
    default void planned(PlannedLoad load) {}

    /** Returns an observer for the requests of the next run. */
    default RequestObserver observe(Scenario scenario) {
        return RequestObserver.NONE;
    }

    /** Called when a run starts. */
    default void started(Scenario scenario) {}

    /** Called when a run has ended and its reports have been written. */
    default void ended(RunResult run) {}

    /**
     * Called after {@link #ended}. Not called for the runs of a sweep or an inference-perf profile.
     *
     * @param completed the number of samples that all servers completed, including the warm-up
     * @param events the number of chunks with tokens that all servers sent
     */
    default void measured(RunResult run, long completed, long events) {}

    /** Called when all stages of a sweep or an inference-perf profile have ended. */
    default void staged(StageResults stages) {}

    /**
     * Called when all runs have ended. Not called after a sweep or an inference-perf profile. Servers that the benchmark started are still
     * running.
     */
    default void finished(List<RunResult> runs, List<SkippedRun> skippedRuns) {}
}
