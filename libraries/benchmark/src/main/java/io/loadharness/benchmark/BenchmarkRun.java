// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmark;

import java.io.IOException;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A benchmark that was started. Thread-safe.
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

    private final Interruption interruption = new Interruption();
    private final CountDownLatch done = new CountDownLatch(1);
    private @Nullable BenchmarkResult result;
    private @Nullable Throwable failure;

    BenchmarkRun(Benchmark benchmark) {
        Thread thread = new Thread(() -> measure(benchmark), "benchmark");
        thread.start();
    }

    private void measure(Benchmark benchmark) {
        try {
            result = new BenchmarkSession(benchmark, interruption).run();
        } catch (Throwable e) {
            failure = e;
        } finally {
            interruption.close();
            done.countDown();
        }
    }

    /** Ends the benchmark early: the current run is aborted, and no other is started. Returns at once. */
    public void abort(String reason) {
        interruption.request(reason);
    }

    /** Returns true if the benchmark is over, well or not. */
    public boolean isDone() {
        return done.getCount() == 0;
    }

    /**
     * Waits for the end.
     *
     * @return false if the time is over before it
     */
    public boolean await(long time, TimeUnit unit) throws InterruptedException {
        return done.await(time, unit);
    }

    /**
     * Waits for the end and returns the result.
     *
     * @throws IllegalArgumentException if a setting could not be used; nothing was measured
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
