package io.loadharness.http;

import io.loadharness.Failure;

/**
 * One request and its answer on the way: guards, for every transport, that the listener hears exactly one end, in order, one call at
 * a time; and keeps the time limits and the limit of the body.
 *
 * <p>The transport that made it calls {@link #sent}, {@link #head}, {@link #body}, {@link #end} and {@link #broken} as things happen, from any
 * thread; what comes after the end is ignored. Whoever sent the request may {@link #cancel} it, from any thread.
 */
public final class Exchange {

    private enum Stage {
        WAITING,
        ANSWERING,
        ENDED
    }

    private final ExchangeListener listener;
    private final TransportOptions options;
    private final Deadlines deadlines;
    private final long startNanos = System.nanoTime();
    private Stage stage = Stage.WAITING;
    private Runnable closesTheWire;
    private long bodyBytes;
    private volatile long sentNanos = startNanos;
    private volatile long readNanos;
    private volatile boolean answering;
    private volatile boolean ended;

    private Exchange(ExchangeListener listener, TransportOptions options, Deadlines deadlines) {
        this.listener = listener;
        this.options = options;
        this.deadlines = deadlines;
    }

    /** Begins an exchange, and with it its time. For transports. */
    public static Exchange start(ExchangeListener listener, TransportOptions options, Deadlines deadlines) {
        Exchange exchange = new Exchange(listener, options, deadlines);
        deadlines.add(exchange);
        return exchange;
    }

    /** Sets what gives up the request on the wire, instead of what was set before; run at once if the exchange has already failed. */
    public synchronized void onClose(Runnable action) {
        if (stage == Stage.ENDED) {
            action.run();
        } else {
            closesTheWire = action;
        }
    }

    /** Whether the listener has heard the end. */
    public boolean isEnded() {
        return ended;
    }

    /** Whether the answer has begun. */
    public boolean isAnswering() {
        return answering;
    }

    /** The request was handed to the network. */
    public synchronized void sent(long nanos) {
        if (stage != Stage.ENDED) {
            sentNanos = nanos;
            call(nanos, () -> listener.sent(nanos));
        }
    }

    /** The answer has begun. */
    public synchronized void head(long nanos, ResponseHead head) {
        if (stage == Stage.WAITING) {
            stage = Stage.ANSWERING;
            readNanos = nanos;
            answering = true;
            call(nanos, () -> listener.head(nanos, head));
        }
    }

    /** A piece of the body came; the bytes are the transport's again when this returns. */
    public synchronized void body(long nanos, byte[] bytes, int from, int to) {
        if (stage != Stage.ANSWERING) {
            return;
        }
        readNanos = nanos;
        bodyBytes += to - from;
        if (bodyBytes > options.maxBodyBytes()) {
            fail(
                    nanos,
                    Failure.Kind.MALFORMED_RESPONSE,
                    "the answer is larger than " + options.maxBodyBytes() + " bytes");
            return;
        }
        try {
            listener.body(nanos, bytes, from, to);
        } catch (RuntimeException e) {
            fail(nanos, failureOf(e));
        }
    }

    /** The answer is complete as far as HTTP can tell. The connection may serve another exchange already, and is left alone. */
    public synchronized void end(long nanos) {
        if (stage == Stage.ANSWERING) {
            closesTheWire = null;
            try {
                listener.end(nanos);
                finish();
            } catch (RuntimeException e) {
                fail(nanos, failureOf(e));
            }
        }
    }

    /**
     * The connection cannot be made, or broke: a {@link Failure.Kind#CONNECTION_ERROR} before the answer began, a
     * {@link Failure.Kind#TRUNCATED_STREAM} after.
     */
    public void broken(long nanos, String message) {
        broken(nanos, null, message);
    }

    /** There is no answer, for a reason that is known whether or not the answer began. */
    public void failed(long nanos, Failure failure) {
        broken(nanos, failure.kind(), failure.message());
    }

    /** Gives up. The listener hears {@link Failure.Kind#CANCELLED}, unless it has heard the end. */
    public void cancel() {
        broken(System.nanoTime(), Failure.Kind.CANCELLED, "the request was given up");
    }

    private synchronized void broken(long nanos, Failure.Kind kind, String message) {
        if (stage != Stage.ENDED) {
            Failure.Kind natural =
                    stage == Stage.WAITING ? Failure.Kind.CONNECTION_ERROR : Failure.Kind.TRUNCATED_STREAM;
            fail(nanos, kind == null ? natural : kind, message);
        }
    }

    /** Fails if a limit has passed. */
    void check(long now) {
        TimeLimits limits = options.limits();
        if (now - startNanos > limits.total().toNanos()) {
            timeout(now, "the answer is not complete after " + Seconds.of(limits.total()));
        } else if (!answering && now - sentNanos > limits.firstByte().toNanos()) {
            timeout(now, "no answer has begun after " + Seconds.of(limits.firstByte()));
        } else if (answering && now - readNanos > limits.betweenBytes().toNanos()) {
            timeout(now, "the answer stopped in the middle for " + Seconds.of(limits.betweenBytes()));
        }
    }

    private void timeout(long now, String message) {
        broken(now, Failure.Kind.TIMEOUT, message);
    }

    private void call(long nanos, Runnable telling) {
        try {
            telling.run();
        } catch (RuntimeException e) {
            fail(nanos, failureOf(e));
        }
    }

    private void fail(long nanos, Failure.Kind kind, String message) {
        fail(nanos, new Failure(kind, message));
    }

    private void fail(long nanos, Failure failure) {
        finish();
        try {
            listener.failed(nanos, failure);
        } finally {
            if (closesTheWire != null) {
                closesTheWire.run();
            }
        }
    }

    private void finish() {
        stage = Stage.ENDED;
        ended = true;
        deadlines.remove(this);
    }

    private static Failure failureOf(RuntimeException e) {
        return e instanceof FailureException expected ? expected.failure() : Failure.of(e);
    }
}
