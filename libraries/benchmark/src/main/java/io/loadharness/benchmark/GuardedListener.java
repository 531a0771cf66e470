// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmark;

import io.loadharness.Scenario;
import io.loadharness.inference.RequestObserver;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Forwards to the listener of a caller until it throws: then aborts the benchmark, so that reports are still written, and forwards
 * nothing more. Thread-safe.
 */
final class GuardedListener implements BenchmarkListener {

    private final BenchmarkListener listener;
    private final Interruption interruption;
    private volatile @Nullable Throwable failure;

    GuardedListener(BenchmarkListener listener, Interruption interruption) {
        this.listener = listener;
        this.interruption = interruption;
    }

    /** Throws what the listener has thrown, if it has; the interrupt that its failure may have caused is over then. */
    void rethrow() {
        if (failure != null) {
            Thread.interrupted();
        }
        if (failure instanceof RuntimeException e) {
            throw e;
        }
        if (failure instanceof Error e) {
            throw e;
        }
    }

    private void call(Runnable method) {
        call(
                () -> {
                    method.run();
                    return true;
                },
                false);
    }

    private <T> T call(Supplier<T> method, T otherwise) {
        if (failure != null) {
            return otherwise;
        }
        try {
            return method.get();
        } catch (RuntimeException | Error e) {
            failure = e;
            interruption.request("the listener of the benchmark threw " + e);
            return otherwise;
        }
    }

    @Override
    public void progress(RunProgress now) {
        call(() -> listener.progress(now));
    }

    @Override
    public void message(String sentence) {
        call(() -> listener.message(sentence));
    }

    @Override
    public void planned(PlannedLoad load) {
        call(() -> listener.planned(load));
    }

    @Override
    public RequestObserver observe(Scenario scenario) {
        return call(() -> listener.observe(scenario), RequestObserver.NONE);
    }

    @Override
    public void started(Scenario scenario) {
        call(() -> listener.started(scenario));
    }

    @Override
    public void ended(RunResult run) {
        call(() -> listener.ended(run));
    }

    @Override
    public void measured(RunResult run, long answered, long events) {
        call(() -> listener.measured(run, answered, events));
    }

    @Override
    public void staged(StageResults stages) {
        call(() -> listener.staged(stages));
    }

    @Override
    public void finished(List<RunResult> runs, List<NotRun> notRun) {
        call(() -> listener.finished(runs, notRun));
    }
}
