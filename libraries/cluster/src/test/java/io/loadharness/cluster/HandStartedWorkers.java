// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cluster;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/** A launcher that starts no processes: the test itself connects as the workers. */
final class HandStartedWorkers implements Launcher {

    final CompletableFuture<LaunchRequest> request = new CompletableFuture<>();
    volatile IntFunction<WorkerState> state = rank -> state(rank, WorkerState.Phase.RUNNING);
    volatile boolean stopped;
    private final boolean local;
    private final Consumer<LaunchRequest> starter;

    HandStartedWorkers(boolean local, Consumer<LaunchRequest> starter) {
        this.local = local;
        this.starter = starter;
    }

    static WorkerState state(int rank, WorkerState.Phase phase) {
        return new WorkerState(rank, phase, "explained by the launcher");
    }

    @Override
    public String name() {
        return "hand";
    }

    @Override
    public boolean isLocal() {
        return local;
    }

    @Override
    public LaunchedWorkers start(LaunchRequest wanted) {
        request.complete(wanted);
        Thread thread = new Thread(() -> starter.accept(wanted), "test-workers");
        thread.setDaemon(true);
        thread.start();
        return new LaunchedWorkers() {

            @Override
            public List<WorkerState> states() {
                return IntStream.range(0, wanted.workers()).mapToObj(state).toList();
            }

            @Override
            public String lastLines(int rank) {
                return "its last line";
            }

            @Override
            public void stop(Duration grace) {
                stopped = true;
            }

            @Override
            public void close() {
                stopped = true;
            }
        };
    }

    @Override
    public String describe(LaunchRequest wanted) {
        return "by hand";
    }
}
