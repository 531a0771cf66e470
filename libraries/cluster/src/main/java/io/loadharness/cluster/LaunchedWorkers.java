// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cluster;

import java.time.Duration;
import java.util.List;

/** Worker processes that a {@link Launcher} started. Thread-safe. */
public interface LaunchedWorkers extends AutoCloseable {

    /** Returns the state of each worker, by rank. This method may query the launcher. It must return within a few seconds. */
    List<WorkerState> states();

    /** Returns true while the workers wait in the queue of a scheduler. The start timeout does not include this time. */
    default boolean areQueued() {
        return false;
    }

    /** Returns the last output lines of a worker, for messages; an empty string if the worker wrote nothing. */
    String lastLines(int rank);

    /**
     * Requests the end of all workers, waits, and kills the workers that still run. Returns when all processes, jobs and temporary files of
     * the workers are removed.
     *
     * @param grace the maximum time to wait before workers are killed
     */
    void stop(Duration grace);

    /** Stops all workers without a grace period. Has no effect if {@link #stop} was called. */
    @Override
    void close();
}
