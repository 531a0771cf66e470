// SPDX-License-Identifier: Apache-2.0
package io.loadharness.netty;

import io.loadharness.Failure;
import io.loadharness.client.LoopProbe;
import io.loadharness.http.RequestHead;
import io.netty.channel.EventLoop;
import java.util.HashMap;
import java.util.Map;
import java.util.WeakHashMap;

/** One event loop with its connections. Methods run on the thread of the loop, unless they are documented as thread-safe. */
final class NettyWorker {

    private final EventLoop loop;
    private final Connector connector;
    private final NettyCounters counters;
    private final int maxConnections;
    private final Map<RequestHead, HeadBytes> heads = new WeakHashMap<>();
    private final Map<ServerOrigin, Pool> pools = new HashMap<>();
    private final byte[] scratch = new byte[1 << 16];
    private final LoopProbe probe;

    NettyWorker(EventLoop loop, Connector connector, NettyCounters counters, int maxConnections) {
        this.loop = loop;
        this.connector = connector;
        this.counters = counters;
        this.maxConnections = maxConnections;
        this.probe = new LoopProbe(loop);
    }

    /** Returns the probe of the loop's thread. Thread-safe. */
    LoopProbe probe() {
        return probe;
    }

    /** Returns true if the calling thread is the thread of the loop. Thread-safe. */
    boolean isCurrent() {
        return loop.inEventLoop();
    }

    /** Runs a task on the thread of the loop. Thread-safe. */
    void execute(Runnable work) {
        loop.execute(work);
    }

    /** Sends a request. Thread-safe. */
    void submit(NettyRequest request) {
        request.exchange().onClose(request);
        loop.execute(() -> send(request));
    }

    EventLoop loop() {
        return loop;
    }

    /** Returns the read buffer that the connections of this worker share. */
    byte[] scratch() {
        return scratch;
    }

    private void send(NettyRequest request) {
        request.exchange().dequeued(System.nanoTime());
        try {
            HeadBytes bytes = heads.computeIfAbsent(request.head(), connector::headBytes);
            request.setHeadBytes(bytes);
            pools.computeIfAbsent(bytes.origin(), this::newPool).send(request);
        } catch (RuntimeException e) {
            request.exchange().failed(System.nanoTime(), Failure.of(e));
        }
    }

    private Pool newPool(ServerOrigin origin) {
        return new Pool(this, connector, origin, maxConnections);
    }

    NettyCounters counters() {
        return counters;
    }
}
