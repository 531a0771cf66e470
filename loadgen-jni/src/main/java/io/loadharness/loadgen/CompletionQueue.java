// SPDX-License-Identifier: Apache-2.0
package io.loadharness.loadgen;

import io.loadharness.loadgen.Bridge.NativeRun;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntSupplier;

/**
 * A queue of calls to LoadGen, for threads that must not call LoadGen themselves: LoadGen deadlocks if more than a thousand threads call
 * it. One thread per run executes the calls of the queue; it is started at the first call. Each caller waits for the return value of its
 * call.
 */
final class CompletionQueue {

    private static final int STOPPED = Integer.MAX_VALUE;

    private final NativeRun run;
    private final String name;
    private final LinkedBlockingQueue<Call> calls = new LinkedBlockingQueue<>();
    private boolean started;
    private boolean closed;

    CompletionQueue(NativeRun run, String name) {
        this.run = run;
        this.name = name;
    }

    /** A call and its return value. */
    private static final class Call {

        private final IntSupplier call;
        private final Thread caller = Thread.currentThread();
        private volatile int outcome = -1;

        Call(IntSupplier call) {
            this.call = call;
        }

        void make() {
            int returned = Bridge.OUT_OF_MEMORY;
            try {
                returned = call.getAsInt();
            } finally {
                outcome = returned;
                LockSupport.unpark(caller);
            }
        }

        int awaitOutcome() {
            boolean interrupted = false;
            while (outcome < 0) {
                LockSupport.park(this);
                interrupted |= Thread.interrupted();
            }
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
            return outcome;
        }
    }

    /**
     * Executes a call on the thread of the queue, and returns the return value of the call. Returns {@link Bridge#CLOSED} after the end of
     * the run.
     */
    int call(IntSupplier supplier) {
        Call call = new Call(supplier);
        synchronized (this) {
            if (closed) {
                return Bridge.CLOSED;
            }
            if (!started) {
                start();
            }
            calls.add(call);
        }
        return call.awaitOutcome();
    }

    private void start() {
        Thread thread = new Thread(this::makeAll, name + "-completions");
        thread.setDaemon(true);
        thread.start();
        started = true;
    }

    private void makeAll() {
        run.enlist();
        int outcome = Bridge.ACCEPTED;
        while (outcome != STOPPED) {
            try {
                Call call = calls.take();
                call.make();
                outcome = call.outcome;
            } catch (InterruptedException | Error e) {
                // no other code interrupts this thread, and the caller already has the error
            }
        }
    }

    /** Waits until all queued calls were executed, and ends the thread. Called when the gate to LoadGen is closed. */
    void close() {
        Call last = new Call(() -> STOPPED);
        synchronized (this) {
            closed = true;
            if (!started) {
                return;
            }
            calls.add(last);
        }
        last.awaitOutcome();
    }
}
