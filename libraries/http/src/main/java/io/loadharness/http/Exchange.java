// SPDX-License-Identifier: Apache-2.0
package io.loadharness.http;

import io.loadharness.Failure;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * One request and its answer on the way: guards, for every transport, that the listener hears exactly one end, in order, one call at
 * a time; and keeps the time limits and the limit of the body. Nothing in it blocks: a failure that meets a call in progress is left to
 * the thread of that call.
 *
 * <p>The transport that made it calls {@link #head}, {@link #body} and {@link #end} as things happen, one after the other, and {@link #taken},
 * {@link #sent}, {@link #broken} and {@link #failed} from any thread; what comes after the end is ignored. Whoever sent the request may {@link #cancel} it,
 * from any thread.
 */
public final class Exchange {

    /** What stands in the place of the action that closes the wire when there is none. */
    private enum NoAction implements Runnable {
        /** Nobody has set one yet. */
        YET,
        /** The exchange failed, and it has run. */
        CLOSED,
        /** The answer is complete. */
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
    private final AtomicReference<Runnable> wire = new AtomicReference<>(NoAction.YET);
    private long bodyBytes;
    private boolean sentTold;
    private volatile long takenNanos = startNanos;
    private volatile boolean sent;
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

    /**
     * Sets what gives up the request on the wire, instead of what was set before; run at once if the exchange has already failed, and
     * never once the answer is complete, because then the connection may serve another exchange.
     */
    public void onClose(Runnable action) {
        Runnable before = wire.get();
        while (before != NoAction.CLOSED && before != NoAction.COMPLETE) {
            if (wire.compareAndSet(before, action)) {
                return;
            }
            before = wire.get();
        }
        if (before == NoAction.CLOSED) {
            action.run();
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

    /** A thread of the transport begins to see to the request; left out, it did so at once. */
    public void taken(long nanos) {
        if (!sent) {
            takenNanos = nanos;
        }
    }

    /** The request was handed to the network; the first time counts if it is sent once more. The listener hears it with what comes next. */
    public void sent(long nanos) {
        if (!sent) {
            sentNanos = nanos;
            sent = true;
        }
    }

    /** The answer has begun. */
    public void head(long nanos, ResponseHead head) {
        if (!enter()) {
            return;
        }
        try {
            if (!ended && !answering) {
                readNanos = nanos;
                answering = true;
                tellSent();
                listener.head(nanos, head);
            }
        } catch (RuntimeException | Error e) {
            end(nanos, e);
        } finally {
            leave();
        }
    }

    /** A piece of the body came; the bytes are the transport's again when this returns. */
    public void body(long nanos, byte[] bytes, int from, int to) {
        if (!enter()) {
            return;
        }
        try {
            if (!ended && answering) {
                readNanos = nanos;
                bodyBytes += to - from;
                if (bodyBytes > options.maxBodyBytes()) {
                    throw FailureException.malformed("the answer is larger than " + options.maxBodyBytes() + " bytes");
                }
                listener.body(nanos, bytes, from, to);
            }
        } catch (RuntimeException | Error e) {
            end(nanos, e);
        } finally {
            leave();
        }
    }

    /** The answer is complete as far as HTTP can tell. */
    public void end(long nanos) {
        if (!enter()) {
            return;
        }
        try {
            if (!ended && answering) {
                wire.set(NoAction.COMPLETE);
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
     * The connection cannot be made, or broke: a {@link Failure.Kind#CONNECTION_ERROR} before the answer began, a
     * {@link Failure.Kind#TRUNCATED_STREAM} after.
     */
    public void broken(long nanos, String message) {
        end(new Ending(nanos, null, message));
    }

    /** There is no answer, for a reason that is known whether or not the answer began. */
    public void failed(long nanos, Failure failure) {
        end(new Ending(nanos, failure.kind(), failure.message()));
    }

    /** Gives up. The listener hears {@link Failure.Kind#CANCELLED}, unless it has heard the end. */
    public void cancel() {
        end(new Ending(System.nanoTime(), Failure.Kind.CANCELLED, "the request was given up"));
    }

    /** For the set of open exchanges: the one that Java would make up is a call into the JVM for each. */
    @Override
    public int hashCode() {
        return Long.hashCode(startNanos);
    }

    /** Two exchanges are never the same. */
    @Override
    public boolean equals(Object other) {
        return this == other;
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

    /** Leaves a call, after an ending that came meanwhile; and comes back for one that came while leaving. */
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
        Failure.Kind natural = answering ? Failure.Kind.TRUNCATED_STREAM : Failure.Kind.CONNECTION_ERROR;
        finish();
        try {
            tellSent();
            listener.failed(why.nanos(), new Failure(why.kind() == null ? natural : why.kind(), why.message()));
        } finally {
            if (wire.get() != NoAction.COMPLETE) {
                wire.getAndSet(NoAction.CLOSED).run();
            }
        }
    }

    private void tellSent() {
        if (sent && !sentTold) {
            sentTold = true;
            listener.taken(takenNanos);
            listener.sent(sentNanos);
        }
    }

    private void finish() {
        ended = true;
        deadlines.remove(this);
    }
}
