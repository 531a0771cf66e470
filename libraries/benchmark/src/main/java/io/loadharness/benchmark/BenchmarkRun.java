// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmark;

import java.io.IOException;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A handle for a benchmark that is running in the background. Thread-safe.
 *
 * <pre>{@code
 * BenchmarkRun run = benchmark.start();
 * if (!run.await(10, TimeUnit.MINUTES)) {
 *   run.abort("takes too long");
 * }
 * BenchmarkResult result = run.result();
 * }</pre>
 */
public final class BenchmarkRun {

    private final AbortController abortController = new AbortController();
    private final CountDownLatch done = new CountDownLatch(1);
    private @Nullable BenchmarkResult result;
    private @Nullable Throwable failure;

    BenchmarkRun(Benchmark benchmark) {
        Thread thread = new Thread(() -> measure(benchmark), "benchmark");
        thread.start();
    }

    private void measure(Benchmark benchmark) {
        try {
            result = new BenchmarkSession(benchmark, abortController).run();
        } catch (Throwable e) {
            failure = e;
        } finally {
            abortController.close();
            done.countDown();
        }
    }

    /** Aborts the benchmark: aborts the current run and starts no additional runs. Returns immediately. */
    public void abort(String reason) {
        abortController.requestAbort(reason);
    }

    /** Returns true if the benchmark has ended with a result or an exception. */
    public boolean isDone() {
        return done.getCount() == 0;
    }

    /**
     * Waits for the end of the benchmark.
     *
     * @return true if the benchmark ended; false if the time elapsed first
     */
    public boolean await(long time, TimeUnit unit) throws InterruptedException {
        return done.await(time, unit);
    }

    /**
     * Waits for the end of the benchmark and returns the result.
     *
     * @throws IllegalArgumentException if a setting was invalid; in this case, nothing was measured
     * @throws IOException if a server could not be measured, or a file could not be read or written
     * @throws InterruptedException if the waiting thread is interrupted
     */
    public BenchmarkResult result() throws IOException, InterruptedException {
        done.await();
        if (failure instanceof IOException e) {
            throw e;
        }
        if (failure instanceof InterruptedException e) {
            throw e;
        }
        if (failure instanceof RuntimeException e) {
            throw e;
        }
        if (failure instanceof Error e) {
            throw e;
        }
        return Objects.requireNonNull(result, "a benchmark ends with a result or an exception");
    }
}
