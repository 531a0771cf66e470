// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmark;

import io.loadharness.Scenario;
import io.loadharness.inference.RequestObserver;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Forwards events to the caller's listener until the listener throws an exception. Then it forwards no more events and aborts the
 * benchmark, which still writes its reports. Thread-safe.
 */
final class GuardedListener implements BenchmarkListener {

    private final BenchmarkListener listener;
    private final AbortController abortController;
    private volatile @Nullable Throwable failure;

    GuardedListener(BenchmarkListener listener, AbortController abortController) {
        this.listener = listener;
        this.abortController = abortController;
    }

    /** Throws the exception of the listener again, if there was one. First clears the interrupt flag, because the abort may have set it. */
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
            abortController.requestAbort("the listener of the benchmark threw " + e);
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
    public void preparing(String step) {
        call(() -> listener.preparing(step));
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
    public void measured(RunResult run, long completed, long events) {
        call(() -> listener.measured(run, completed, events));
    }

    @Override
    public void staged(StageResults stages) {
        call(() -> listener.staged(stages));
    }

    @Override
    public void finished(List<RunResult> runs, List<SkippedRun> skippedRuns) {
        call(() -> listener.finished(runs, skippedRuns));
    }
}
