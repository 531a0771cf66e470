package io.loadharness.netty;

import io.loadharness.Failure;
import io.loadharness.http.RequestHead;
import io.netty.channel.EventLoop;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.concurrent.atomic.LongAdder;

/** One event loop with its connections. What is not said to be for any thread runs on the thread of the loop. */
final class Lane {

    private final EventLoop loop;
    private final Connector connector;
    private final LongAdder staleRetries;
    private final Map<RequestHead, HeadBytes> heads = new WeakHashMap<>();
    private final Map<Origin, Deque<Connection>> idle = new HashMap<>();
    private final byte[] scratch = new byte[1 << 16];

    Lane(EventLoop loop, Connector connector, LongAdder staleRetries) {
        this.loop = loop;
        this.connector = connector;
        this.staleRetries = staleRetries;
    }

    /** Whether the calling thread is that of the loop. */
    boolean isCurrent() {
        return loop.inEventLoop();
    }

    /** Runs it on the thread of the loop. From any thread. */
    void execute(Runnable work) {
        loop.execute(work);
    }

    /** Sends a request. From any thread. */
    void submit(Call call) {
        call.exchange().onClose(call);
        loop.execute(() -> send(call));
    }

    EventLoop loop() {
        return loop;
    }

    /** Where the connections of this lane put what they read, one at a time. */
    byte[] scratch() {
        return scratch;
    }

    private void send(Call call) {
        try {
            HeadBytes bytes = heads.computeIfAbsent(call.head(), connector::headBytes);
            Connection kept = takeIdle(bytes.origin());
            if (kept == null) {
                connect(call, bytes);
            } else {
                kept.send(call, bytes);
            }
        } catch (RuntimeException e) {
            call.exchange().failed(System.nanoTime(), Failure.of(e));
        }
    }

    private void connect(Call call, HeadBytes bytes) {
        if (!call.exchange().isEnded()) {
            connector.connect(new Connection(this, bytes.origin()), call, bytes);
        }
    }

    private Connection takeIdle(Origin origin) {
        Deque<Connection> kept = idle.get(origin);
        Connection connection = kept == null ? null : kept.pollLast();
        while (connection != null && !connection.isOpen()) {
            connection = kept.pollLast();
        }
        return connection;
    }

    /** The connection has nothing to do and can be used again. */
    void keep(Connection connection) {
        idle.computeIfAbsent(connection.origin(), each -> new ArrayDeque<>()).addLast(connection);
    }

    /** The connection had nothing to do and is closed. */
    void forget(Connection connection) {
        Deque<Connection> kept = idle.get(connection.origin());
        if (kept != null) {
            kept.removeLastOccurrence(connection);
        }
    }

    /** A kept connection was closed before the first byte of the answer; returns whether the request is sent once more. */
    boolean retry(Call call) {
        if (!call.takeRetry()) {
            return false;
        }
        staleRetries.increment();
        connect(call, heads.computeIfAbsent(call.head(), connector::headBytes));
        return true;
    }
}
