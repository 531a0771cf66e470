package io.loadharness.loadgen;

import io.loadharness.Failure;
import io.loadharness.loadgen.Bridge.NativeRun;

/**
 * Ends a run before LoadGen does. The first reason counts; after the run, nothing happens. Safe for any number of threads, and
 * sure to end the run even where memory or stack have run out: all that can fail is finding words for it.
 */
final class Ending {

    /**
     * Why a run ends early.
     *
     * @param failed whether it broke; otherwise it was aborted
     * @param what one sentence for people, or what was called when something was thrown
     * @param cause what was thrown, or null
     */
    record Reason(boolean failed, String what, Throwable cause) {

        String text() {
            return cause == null
                    ? what
                    : what + " threw " + Failure.of(cause).message().replaceAll("\\p{Cntrl}+", " ");
        }
    }

    private static final Reason OUT_OF_MEMORY =
            new Reason(true, "there was no memory left to say why the run ends", null);

    static {
        // What is called for the first time takes memory, and for these there may be none when they are needed.
        NativeRun.end(0);
        NativeRun.shut(0);
    }

    private final NativeRun run;
    private final long address;
    private final Runnable interrupt;
    private final Object logs = new Object();
    private volatile Reason reason;
    private boolean over;

    /**
     * The ending of one run.
     *
     * @param interrupt interrupts the run's callbacks
     */
    Ending(NativeRun run, Runnable interrupt) {
        this.run = run;
        this.address = run.address();
        this.interrupt = interrupt;
    }

    void abort(String text) {
        end(false, text, null);
    }

    void fail(String text) {
        end(true, text, null);
    }

    /** Ends the run because something that was called threw. */
    void fail(String called, Throwable cause) {
        end(true, called, cause);
    }

    private synchronized void end(boolean failed, String what, Throwable cause) {
        if (reason != null || over) {
            return;
        }
        Reason first = OUT_OF_MEMORY;
        try {
            first = new Reason(failed, what, cause);
        } finally {
            reason = first;
            press();
        }
    }

    /** Does what ends the run; once more if need be, in case an error got in the way. */
    synchronized void press() {
        if (reason == null || over) {
            return;
        }
        NativeRun.end(address);
        try {
            interrupt.run();
        } catch (Throwable e) {
            // A callback that is not interrupted only takes longer.
        }
    }

    /** Ends the run where there is memory for nothing else. */
    synchronized void force() {
        if (reason == null) {
            reason = OUT_OF_MEMORY;
        }
        if (!over) {
            NativeRun.end(address);
        }
    }

    /** Whether a callback has not returned yet. */
    synchronized boolean inCallback() {
        return !over && run.asks();
    }

    /** Writes out the logs of a run that was ended and is stuck in a callback. May take long, and keeps only the run from being over. */
    void closeLogs() {
        synchronized (logs) {
            if (!isOver()) {
                run.closeLogs();
            }
        }
    }

    private synchronized boolean isOver() {
        return over;
    }

    /** Says that LoadGen has returned; it is never told to leave after that. */
    void over() {
        synchronized (logs) {
            synchronized (this) {
                over = true;
                NativeRun.shut(address);
            }
        }
    }

    /** Why the run ends early; null as long as it does not. */
    Reason reason() {
        return reason;
    }
}
