package io.loadharness.loadgen;

import io.loadharness.loadgen.Bridge.NativeRun;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntSupplier;

/**
 * Calls LoadGen for threads that may not: it deadlocks when more than a thousand do. One thread for each run that needs it,
 * started at the first need. The caller waits, whatever happens to it meanwhile, so that it knows what became of its call.
 */
final class Courier {

    private static final int STOPPED = Integer.MAX_VALUE;

    private final NativeRun run;
    private final String name;
    private LinkedBlockingQueue<Letter> letters;
    private boolean closed;

    Courier(NativeRun run, String name) {
        this.run = run;
        this.name = name;
    }

    /** One call and what it returned. */
    private static final class Letter {

        private final IntSupplier call;
        private final Thread sender = Thread.currentThread();
        private volatile int outcome = -1;

        Letter(IntSupplier call) {
            this.call = call;
        }

        void deliver() {
            int delivered = Bridge.BROKEN;
            try {
                delivered = call.getAsInt();
            } finally {
                outcome = delivered;
                LockSupport.unpark(sender);
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

    /** Returns what the call returns; {@link Bridge#CLOSED} after the end of the run. */
    int carry(IntSupplier call) {
        Letter letter = new Letter(call);
        synchronized (this) {
            if (closed) {
                return Bridge.CLOSED;
            }
            if (letters == null) {
                start();
            }
            letters.add(letter);
        }
        return letter.awaitOutcome();
    }

    private void start() {
        LinkedBlockingQueue<Letter> queue = new LinkedBlockingQueue<>();
        Thread thread = new Thread(() -> deliver(queue), name + "-courier");
        thread.setDaemon(true);
        thread.start();
        letters = queue;
    }

    private void deliver(LinkedBlockingQueue<Letter> queue) {
        run.enlist();
        while (true) {
            try {
                Letter letter = queue.take();
                letter.deliver();
                if (letter.outcome == STOPPED) {
                    return;
                }
            } catch (InterruptedException | StackOverflowError | OutOfMemoryError e) {
                // Nobody has this thread to interrupt, and the sender knows of an error.
            }
        }
    }

    /** After the gate was closed: delivers what was accepted, and ends. */
    void close() {
        Letter last = new Letter(() -> STOPPED);
        synchronized (this) {
            closed = true;
            if (letters == null) {
                return;
            }
            letters.add(last);
        }
        last.awaitOutcome();
    }
}
