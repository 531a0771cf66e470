package io.loadharness.loadgen;

import io.loadharness.Query;
import java.util.concurrent.CountDownLatch;
import java.util.function.Supplier;

/**
 * Ends a run before LoadGen does. The first reason counts; after the run, nothing happens. Safe for any number of threads.
 *
 * <p>LoadGen frees its samples when it is left, so answers are stopped first. In SingleStream and MultiStream it can only be left
 * through the next query, for which the current one has to be completed.
 */
final class Ending {

    /**
     * Why a run ends early.
     *
     * @param failed whether it broke; otherwise it was aborted
     * @param text one sentence for people
     * @param cause what was thrown, or null
     */
    record Reason(boolean failed, String text, Throwable cause) {}

    private final AnswerSink sink;
    private final Supplier<Query> inTheWay;
    private final Runnable leave;
    private final CountDownLatch left = new CountDownLatch(1);
    private volatile Reason reason;
    private boolean over;

    /**
     * The ending of one run.
     *
     * @param inTheWay gives the query that has to be completed before LoadGen can be left, or null
     * @param leave tells LoadGen to leave
     */
    Ending(AnswerSink sink, Supplier<Query> inTheWay, Runnable leave) {
        this.sink = sink;
        this.inTheWay = inTheWay;
        this.leave = leave;
    }

    void abort(String text) {
        end(new Reason(false, text, null));
    }

    void fail(String text) {
        end(new Reason(true, text, null));
    }

    /** Ends the run because a callback threw. */
    void fail(String callback, Throwable cause) {
        end(new Reason(true, callback + " threw " + cause, cause));
    }

    private synchronized void end(Reason first) {
        if (reason != null || over) {
            return;
        }
        reason = first;
        sink.stopCounting();
        Query query = inTheWay.get();
        if (query != null) {
            query.completeAll();
        }
        sink.close();
        leave.run();
        left.countDown();
    }

    /** On an issuing thread, between two queries: waits until LoadGen can be left, if the run is just being ended. */
    void hold() {
        boolean interrupted = false;
        while (reason != null) {
            try {
                left.await();
                break;
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Says that LoadGen has returned; it is never told to leave after that. */
    synchronized void over() {
        over = true;
        sink.close();
    }

    /** Why the run ends early; null as long as it does not. */
    Reason reason() {
        return reason;
    }
}
