// SPDX-License-Identifier: Apache-2.0
package io.loadharness.internal;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A call of code that may never return. The code runs on a daemon thread of its own.
 *
 * <pre>{@code
 * LimitedCall<Model> load = LimitedCall.start("load", this::load);
 * if (!load.await(Duration.ofMinutes(5))) {
 *     throw new TimeoutException("the model was not loaded within 5 min");
 * }
 * Model model = load.result();
 * }</pre>
 */
public final class LimitedCall<T> {

    private static final Duration MIN_LIMIT = Duration.ofSeconds(1);

    private final FutureTask<T> task;
    private final Thread thread;

    private LimitedCall(String threadName, Callable<T> code) {
        task = new FutureTask<>(code);
        thread = new Thread(task, threadName);
        thread.setDaemon(true);
    }

    /** Returns the limit, but at least one second: on a busy machine, even code that does nothing needs a moment. */
    public static Duration atLeastMinimum(Duration limit) {
        return limit.compareTo(MIN_LIMIT) < 0 ? MIN_LIMIT : limit;
    }

    /** Starts a call. */
    public static <T> LimitedCall<T> start(String threadName, Callable<T> code) {
        LimitedCall<T> call = new LimitedCall<>(threadName, code);
        call.thread.start();
        return call;
    }

    /**
     * Runs code and waits until it has returned, but not longer than a limit of at least one second. Interrupts the code at the limit.
     *
     * @return true if the code has returned
     * @throws Exception the exception of the code, without a wrapper
     */
    public static boolean finish(String threadName, Callable<?> code, Duration limit) throws Exception {
        LimitedCall<?> call = start(threadName, code);
        try {
            if (!call.await(atLeastMinimum(limit))) {
                return false;
            }
        } finally {
            call.interrupt();
        }
        call.result();
        return true;
    }

    /**
     * Runs code and waits until it has returned or thrown an exception, but not longer than a limit. If the waiting thread is or was
     * interrupted, it remains interrupted.
     *
     * @return true if the code has returned or thrown an exception
     */
    public static boolean run(String threadName, Runnable code, Duration limit) {
        boolean interrupted = Thread.interrupted();
        try {
            return start(threadName, Executors.callable(code)).await(limit);
        } catch (InterruptedException e) {
            interrupted = true;
            return false;
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /**
     * Waits until the code has returned or thrown an exception, but not longer than a limit. A pause of the JVM counts as at most 100 ms.
     *
     * @return true if the code has returned or thrown an exception
     */
    public boolean await(Duration limit) throws InterruptedException {
        RemainingTime remaining = new RemainingTime(limit);
        do {
            try {
                task.get(remaining.startStep(), TimeUnit.NANOSECONDS);
                return true;
            } catch (ExecutionException e) {
                return true; // result() throws the exception
            } catch (TimeoutException e) {
                remaining.endStep();
            }
        } while (!remaining.isOver());
        return task.isDone();
    }

    /** Interrupts the thread of the code, unless the code has ended. */
    public void interrupt() {
        if (!task.isDone()) {
            thread.interrupt();
        }
    }

    /**
     * Returns the result, after {@link #await} returned true.
     *
     * @throws Exception the exception of the code, without a wrapper
     */
    public T result() throws Exception {
        try {
            return task.get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof Exception exception) {
                throw exception;
            }
            if (e.getCause() instanceof Error error) {
                throw error;
            }
            throw e;
        }
    }
}
