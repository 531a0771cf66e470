// SPDX-License-Identifier: Apache-2.0
package io.loadharness.launchers;

import io.loadharness.cluster.LaunchedWorkers;
import io.loadharness.cluster.WorkerState;
import java.time.Duration;
import java.util.List;

/** Workers that were started over ssh. */
final class SshWorkers implements LaunchedWorkers {

    /** The additional time for hosts to kill processes and to report their end. */
    private static final Duration KILL_TIME = Duration.ofSeconds(5);

    private final List<SshWorker> workers;

    SshWorkers(List<SshWorker> workers) {
        this.workers = List.copyOf(workers);
    }

    @Override
    public List<WorkerState> states() {
        return workers.stream().map(SshWorker::state).toList();
    }

    @Override
    public String lastLines(int rank) {
        return workers.get(rank).lastLines();
    }

    @Override
    public void stop(Duration grace) {
        workers.forEach(worker -> worker.askToStop(grace));
        long deadline = System.nanoTime() + grace.plus(KILL_TIME).toNanos();
        workers.forEach(worker -> worker.awaitEnd(deadline));
    }

    @Override
    public void close() {
        stop(Duration.ZERO);
    }
}
