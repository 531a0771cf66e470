// SPDX-License-Identifier: Apache-2.0
package io.loadharness.servers.profiler;

import java.util.Optional;

/**
 * A process that a profiler can start and observe, for example the process of an engine. An implementation starts the process with the
 * command line of {@link Profiling#command}.
 */
public interface ProfiledProcess {

    /**
     * Sets the profiler, or removes it. If the process is not running, the profiler also starts the process.
     *
     * @param plan the profiler; empty for a run without a profiler
     * @param index the number of the process, unique within a run. The profiler writes its files to the subfolder {@code engine-INDEX} of
     *     the folder of the plan
     * @throws IllegalStateException if the process was stopped, or is running and was not started with this profiler although the profiler
     *     must start it
     */
    void profile(Optional<ProfilePlan> plan, int index);

    /**
     * Returns the process as a target of the profiler. Called while the process is running.
     *
     * @throws IllegalStateException if no profiler was set, or if the process is not running
     */
    ProfiledServer profiled();

    /** Returns the profiler that started the process and slows it down; empty if no profiler started the process. */
    Optional<ProfilerKind> wrapper();

    /** Sets an action that runs at JVM shutdown before the process is stopped, for example to wait for the end of a run. */
    void stopAtExitAfter(Runnable wait);
}
