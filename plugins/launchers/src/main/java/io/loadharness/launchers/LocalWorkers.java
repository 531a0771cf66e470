// SPDX-License-Identifier: Apache-2.0
package io.loadharness.launchers;

import io.loadharness.cluster.LaunchedWorkers;
import io.loadharness.cluster.WorkerState;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;

/** Worker processes on this machine. */
final class LocalWorkers implements LaunchedWorkers {

    private static final Duration KILL_TIME = Duration.ofSeconds(5);

    private final List<LocalProcess> processes;

    LocalWorkers(List<LocalProcess> processes) {
        this.processes = List.copyOf(processes);
    }

    @Override
    public List<WorkerState> states() {
        return IntStream.range(0, processes.size())
                .mapToObj(rank -> new WorkerState(
                        rank,
                        processes.get(rank).isRunning() ? WorkerState.Phase.RUNNING : WorkerState.Phase.ENDED,
                        processes.get(rank).sentence()))
                .toList();
    }

    @Override
    public String lastLines(int rank) {
        return processes.get(rank).lastLines();
    }

    @Override
    public void stop(Duration grace) {
        processes.forEach(LocalProcess::stop);
        long deadline = System.nanoTime() + grace.toNanos();
        processes.forEach(each -> each.awaitEnd(deadline));
        close();
    }

    /** Kills the processes, and waits until they have ended, which takes a moment on a busy machine. */
    @Override
    public void close() {
        processes.forEach(LocalProcess::kill);
        long deadline = System.nanoTime() + KILL_TIME.toNanos();
        processes.forEach(each -> each.awaitEnd(deadline));
    }
}
