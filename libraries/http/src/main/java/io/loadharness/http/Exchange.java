// SPDX-License-Identifier: Apache-2.0
package io.loadharness.http;

import io.loadharness.Failure;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * One request and its response. An exchange calls the listener in the order that {@link ExchangeListener} defines, one call at a time, and
 * reports exactly one end, regardless of the transport. An exchange also enforces the time limits and the maximum body size. The methods of
 * an exchange do not block: if a failure arrives during a listener call, the thread of that call reports the failure after the call.
 *
 * <p>The transport calls {@link #head}, {@link #body} and {@link #end} sequentially, and {@link #dequeued}, {@link #sent}, {@link #broken}
 * and {@link #failed} from any thread. Calls after the end are ignored. The sender may {@link #cancel} the request from any thread.
 *
 * <pre>{@code
 * Exchange exchange = Exchange.start(listener, options, deadlines);
 * exchange.onClose(connection::close);
 * exchange.head(System.nanoTime(), head);
 * exchange.body(System.nanoTime(), bytes, 0, bytes.length);
 * exchange.end(System.nanoTime());
 * }</pre>
 */
public final class Exchange {

    /** The states without a close action. */
    private enum NoAction implements Runnable {
        /** No action is set yet. */
        NOT_SET,
        /** The exchange failed, and the action has run. */
        CLOSED,
        /** The response is complete. */
        COMPLETE;

        @Override
        public void run() {}
    }

    private record Ending(long nanos, Failure.@Nullable Kind kind, String message) {}

    private final ExchangeListener listener;
    private final TransportOptions options;
    private final Deadlines deadlines;
    private final long startNanos = System.nanoTime();
    private final AtomicBoolean inCall = new AtomicBoolean();
    private final AtomicReference<@Nullable Ending> ending = new AtomicReference<>();
    private final AtomicReference<Runnable> closeAction = new AtomicReference<>(NoAction.NOT_SET);
    private long bodyBytes;
    private boolean sentReported;
    private long headNanos;
    private volatile long dequeuedNanos = startNanos;
    private volatile boolean sent;
    private volatile long sentNanos = startNanos;
    private volatile long readNanos;
    private volatile boolean responseStarted;
    private volatile boolean ended;

    private Exchange(ExchangeListener listener, TransportOptions options, Deadlines deadlines) {
        this.listener = listener;
        this.options = options;
        this.deadlines = deadlines;
    }

    /** Starts an exchange and its time limits. Only transports call this method. */
    public static Exchange start(ExchangeListener listener, TransportOptions options, Deadlines deadlines) {
        Exchange exchange = new Exchange(listener, options, deadlines);
        deadlines.add(exchange);
        return exchange;
    }

    /**
     * Sets the action that aborts the request on its connection, and replaces an earlier action. If the exchange has already failed, the
     * action runs immediately. After the response is complete, the action never runs, because another exchange may use the connection.
     */
    public void onClose(Runnable action) {
        Runnable before = closeAction.get();
        while (before != NoAction.CLOSED && before != NoAction.COMPLETE) {
            if (closeAction.compareAndSet(before, action)) {
                return;
            }
            before = closeAction.get();
        }
        if (before == NoAction.CLOSED) {
            action.run();
        }
    }

    /** Returns true if the end was reported to the listener. */
    public boolean isEnded() {
        return ended;
    }

    /** Returns true if the response has started. */
    public boolean isResponseStarted() {
        return responseStarted;
    }

    /**
     * Records the time at which a thread of the transport dequeued the request. By default, this is the time at which the exchange started.
     */
    public void dequeued(long nanos) {
        if (!sent) {
            dequeuedNanos = nanos;
        }
    }

    /**
     * Records the time at which the request was written. A retry does not change this time. The exchange passes this time to the listener
     * immediately before it reports the start of the response. If the transport detects the end of the write later, the exchange passes the
     * time immediately before it reports the end or the failure.
     */
    public void sent(long nanos) {
        if (!sent) {
            sentNanos = nanos;
            sent = true;
        }
    }

    /** Reports the start of the response. */
    public void head(long nanos, ResponseHead head) {
        if (!enter()) {
            return;
        }
        try {
            if (!ended && !responseStarted) {
                headNanos = nanos;
                readNanos = nanos;
                responseStarted = true;
                reportSent();
                listener.head(nanos, head);
            }
        } catch (RuntimeException | Error e) {
            end(nanos, e);
        } finally {
            leave();
        }
    }

    /** Reports a part of the body; the transport may reuse the array when this method returns. */
    public void body(long nanos, byte[] bytes, int from, int to) {
        if (!enter()) {
            return;
        }
        try {
            if (!ended && responseStarted) {
                readNanos = nanos;
                bodyBytes += to - from;
                if (bodyBytes > options.maxBodyBytes()) {
                    throw FailureException.malformed(
                            "the response is larger than " + options.maxBodyBytes() + " bytes");
                }
                listener.body(nanos, bytes, from, to);
            }
        } catch (RuntimeException | Error e) {
            end(nanos, e);
        } finally {
            leave();
        }
    }

    /** Reports that the response is complete according to HTTP. */
    public void end(long nanos) {
        if (!enter()) {
            return;
        }
        try {
            if (!ended && responseStarted) {
                closeAction.set(NoAction.COMPLETE);
                reportSent();
                listener.end(nanos);
                finish();
            }
        } catch (RuntimeException | Error e) {
            end(nanos, e);
        } finally {
            leave();
        }
    }

    /**
     * Reports that the connection could not be opened or was lost. The failure is a {@link Failure.Kind#CONNECTION_ERROR} before the start
     * of the response, and a {@link Failure.Kind#TRUNCATED_STREAM} after it.
     */
    public void broken(long nanos, String message) {
        end(new Ending(nanos, null, message));
    }

    /** Reports a failure. Unlike {@link #broken}, the kind of the failure does not depend on the start of the response. */
    public void failed(long nanos, Failure failure) {
        end(new Ending(nanos, failure.kind(), failure.message()));
    }

    /** Cancels the request. The listener receives {@link Failure.Kind#CANCELLED}, unless the exchange has already ended. */
    public void cancel() {
        end(new Ending(System.nanoTime(), Failure.Kind.CANCELLED, "the request was cancelled"));
    }

    /**
     * Returns a hash code of this exchange. The hash code is cheap, because each exchange is added to a set while it is in flight. The
     * identity hash code would need a call into the JVM for each object.
     */
    @Override
    public int hashCode() {
        return Long.hashCode(startNanos);
    }

    /** Returns true only for the same object. */
    @Override
    public boolean equals(Object other) {
        return this == other;
    }

    /**
     * Fails the exchange if a time limit has passed. {@link Deadlines} calls this method regularly, on its thread. A test can call it from
     * any thread with a later time, to reach a limit without waiting.
     *
     * @param now the current time on the clock of {@link System#nanoTime}
     */
    public void check(long now) {
        TimeLimits limits = options.limits();
        if (now - startNanos > limits.total().toNanos()) {
            timeout(now, "the response is not complete after " + Seconds.of(limits.total()));
        } else if (!responseStarted && now - sentNanos > limits.firstByte().toNanos()) {
            timeout(now, "no response started within " + Seconds.of(limits.firstByte()));
        } else if (responseStarted && now - readNanos > limits.betweenBytes().toNanos()) {
            timeout(now, "no byte of the response arrived for " + Seconds.of(limits.betweenBytes()));
        }
    }

    private void timeout(long now, String message) {
        end(new Ending(now, Failure.Kind.TIMEOUT, message));
    }

    private void end(long nanos, Throwable thrown) {
        Failure failure = thrown instanceof FailureException expected ? expected.failure() : Failure.of(thrown);
        ending.compareAndSet(null, new Ending(nanos, failure.kind(), failure.message()));
    }

    private void end(Ending why) {
        if (ending.compareAndSet(null, why) && enter()) {
            leave();
        }
    }

    private boolean enter() {
        return inCall.compareAndSet(false, true);
    }

    /** Ends a listener call. Reports a failure that arrived during the call, or that arrives while this method runs. */
    private void leave() {
        do {
            Ending why = ending.get();
            if (why != null && !ended) {
                fail(why);
            }
            inCall.set(false);
        } while (ending.get() != null && !ended && enter());
    }

    private void fail(Ending why) {
        Failure.Kind defaultKind = responseStarted ? Failure.Kind.TRUNCATED_STREAM : Failure.Kind.CONNECTION_ERROR;
        finish();
        try {
            reportSent();
            listener.failed(
                    notBeforeLastEvent(why.nanos()),
                    new Failure(why.kind() == null ? defaultKind : why.kind(), why.message()));
        } finally {
            if (closeAction.get() != NoAction.COMPLETE) {
                closeAction.getAndSet(NoAction.CLOSED).run();
            }
        }
    }

    /**
     * Reports the send time. A transport can notice the end of a write after the response has started. In this case, the send time
     * is the start of the response.
     */
    private void reportSent() {
        if (sent && !sentReported) {
            sentReported = true;
            listener.dequeued(dequeuedNanos);
            listener.sent(responseStarted ? Math.min(sentNanos, headNanos) : sentNanos);
        }
    }

    /** Returns the time of a failure. Another thread may have taken it before the last event and reported it after this event. */
    private long notBeforeLastEvent(long nanos) {
        if (responseStarted) {
            return Math.max(nanos, readNanos);
        }
        return sent ? Math.max(nanos, sentNanos) : nanos;
    }

    private void finish() {
        ended = true;
        deadlines.remove(this);
    }
}
