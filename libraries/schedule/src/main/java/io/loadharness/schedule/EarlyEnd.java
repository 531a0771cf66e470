package io.loadharness.schedule;

import io.loadharness.Failure;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Ends a run before its schedule does. The first reason counts; after the run, nothing happens. Safe for any number of threads. */
final class EarlyEnd {

    /**
     * Why a run ends early.
     *
     * @param failed whether it broke; otherwise it was aborted
     * @param text one sentence for people
     * @param cause what was thrown, or null
     */
    record Reason(boolean failed, String text, @Nullable Throwable cause) {}

    private final Runnable interrupt;
    private final CountDownLatch known = new CountDownLatch(1);
    private volatile @Nullable Reason reason;
    private boolean over;

    /** @param interrupt interrupts the thread that issues, wherever it waits */
    EarlyEnd(Runnable interrupt) {
        this.interrupt = interrupt;
    }

    void abort(String text) {
        end(new Reason(false, text, null));
    }

    void fail(String text) {
        end(new Reason(true, text, null));
    }

    /** Ends the run because something that was called threw. */
    void fail(String called, Throwable cause) {
        String text = Failure.of(cause).message().replaceAll("\\p{Cntrl}+", " ");
        end(new Reason(true, called + " threw " + text, cause));
    }

    private synchronized void end(Reason why) {
        if (reason == null && !over) {
            reason = why;
            known.countDown();
            interrupt.run();
        }
    }

    /** Says that nothing is left to be ended. */
    synchronized void over() {
        over = true;
        known.countDown();
    }

    boolean isEnding() {
        return reason != null;
    }

    /** Why the run ends early; null as long as it does not. */
    @Nullable
    Reason reason() {
        return reason;
    }

    /** Waits until the run is ending or over; false if it is neither in time. */
    boolean await(Duration limit) throws InterruptedException {
        return known.await(limit.toNanos(), TimeUnit.NANOSECONDS);
    }
}
