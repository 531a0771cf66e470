package io.loadharness.cli.run;

import io.loadharness.TestRun;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Ctrl-C and SIGTERM: aborts the run that is going on and every one that follows, and if it {@linkplain #holdExit holds} the JVM, keeps
 * it alive until what there is to say was said. One thread runs tests between construction and {@link #close}; the JVM's shutdown may come
 * at any moment. The library aborts its runs
 * then as well, in words of its own and maybe first.
 */
public final class Interruption implements AutoCloseable {

    private static final String SHUTDOWN = "stopped by Ctrl-C or a signal";

    private final CountDownLatch said = new CountDownLatch(1);
    private final Thread hook = new Thread(this::shutDown, "harness-shutdown");
    private volatile boolean holdsExit;
    private TestRun current;
    private String reason;

    /** Listens from now on. */
    public Interruption() {
        Runtime.getRuntime().addShutdownHook(hook);
    }

    /** Says which run to abort from now on; at once if that was asked for already. */
    synchronized void aborts(TestRun run) {
        current = run;
        if (reason != null) {
            run.abort(reason);
        }
    }

    /** Aborts the run that is going on, and every one that follows. */
    synchronized void request(String why) {
        if (reason == null) {
            reason = why;
            notifyAll();
            if (current != null) {
                current.abort(why);
            }
        }
    }

    /** Waits so long, or until no further run shall be started. */
    public synchronized void pause(Duration length) {
        long end = System.nanoTime() + length.toNanos();
        try {
            for (long left = length.toNanos(); left > 0 && reason == null; left = end - System.nanoTime()) {
                TimeUnit.NANOSECONDS.timedWait(this, left);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            request("the thread that ran it was interrupted");
        }
    }

    /** Why the run that is going on was aborted: what was asked for here, else the JVM's shutdown. No further run shall be started. */
    synchronized String reasonOfAbort() {
        request(SHUTDOWN);
        return reason;
    }

    /** Whether no further run shall be started. */
    public synchronized boolean requested() {
        return reason != null;
    }

    /** From now on the JVM does not end before all was said. */
    public void holdExit() {
        holdsExit = true;
    }

    private void shutDown() {
        request(SHUTDOWN);
        awaitSaid();
    }

    /** Waits until all was said, if that is held back: for what shall be there as long as runs go on. */
    public void awaitSaid() {
        if (!holdsExit) {
            return;
        }
        try {
            said.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Lets the JVM end: all was said. */
    @Override
    public void close() {
        said.countDown();
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // the JVM is shutting down, and the hook has just been told that it may return
        }
    }
}
