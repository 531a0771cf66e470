// SPDX-License-Identifier: Apache-2.0
package io.loadharness.netty;

import io.loadharness.Failure;
import io.loadharness.client.LoopProbe;
import io.loadharness.http.RequestHead;
import io.netty.channel.EventLoop;
import java.util.HashMap;
import java.util.Map;
import java.util.WeakHashMap;

/** One event loop with its connections. What is not said to be for any thread runs on the thread of the loop. */
final class Lane {

    private final EventLoop loop;
    private final Connector connector;
    private final LaneCounters counters;
    private final int mostConnections;
    private final Map<RequestHead, HeadBytes> heads = new WeakHashMap<>();
    private final Map<ServerOrigin, Pool> pools = new HashMap<>();
    private final byte[] scratch = new byte[1 << 16];
    private final LoopProbe probe;

    Lane(EventLoop loop, Connector connector, LaneCounters counters, int mostConnections) {
        this.loop = loop;
        this.connector = connector;
        this.counters = counters;
        this.mostConnections = mostConnections;
        this.probe = new LoopProbe(loop);
    }

    /** Watches the thread of the loop. For any thread. */
    LoopProbe probe() {
        return probe;
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
        call.exchange().taken(System.nanoTime());
        try {
            HeadBytes bytes = heads.computeIfAbsent(call.head(), connector::headBytes);
            call.isHeadedBy(bytes);
            pools.computeIfAbsent(bytes.origin(), this::newPool).send(call);
        } catch (RuntimeException e) {
            call.exchange().failed(System.nanoTime(), Failure.of(e));
        }
    }

    private Pool newPool(ServerOrigin origin) {
        return new Pool(this, connector, origin, mostConnections);
    }

    LaneCounters counters() {
        return counters;
    }
}
