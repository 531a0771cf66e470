// SPDX-License-Identifier: Apache-2.0
package io.loadharness.http;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;

/**
 * Watches the time limits of the exchanges of one transport, on one thread. A limit strikes at most a tenth of a second late, or a tenth of
 * the smallest limit if that is less; watching costs nothing for each read. The transport that made it closes it.
 */
public final class Deadlines implements AutoCloseable {

    private static final long SHORTEST_PAUSE_NANOS = 1_000_000;
    private static final long LONGEST_PAUSE_NANOS = 100_000_000;

    private final Set<Exchange> open = ConcurrentHashMap.newKeySet();
    private final long pauseNanos;
    private final Thread thread;
    private volatile boolean closed;

    /** Starts to watch. */
    public Deadlines(TimeLimits limits) {
        long smallest = Math.min(
                limits.total().toNanos(),
                Math.min(limits.firstByte().toNanos(), limits.betweenBytes().toNanos()));
        pauseNanos = Math.max(SHORTEST_PAUSE_NANOS, Math.min(LONGEST_PAUSE_NANOS, smallest / 10));
        thread = new Thread(this::watch, "http-deadlines");
        thread.setDaemon(true);
        thread.start();
    }

    /** How many exchanges are open. */
    public int open() {
        return open.size();
    }

    void add(Exchange exchange) {
        open.add(exchange);
        if (closed) {
            exchange.cancel();
        }
    }

    void remove(Exchange exchange) {
        open.remove(exchange);
    }

    private void watch() {
        while (!closed) {
            LockSupport.parkNanos(this, pauseNanos);
            long now = System.nanoTime();
            for (Exchange each : open) {
                each.check(now);
            }
        }
    }

    /** Cancels what is open, and from now on everything that is added. */
    @Override
    public void close() {
        closed = true;
        LockSupport.unpark(thread);
        open.forEach(Exchange::cancel);
    }
}
