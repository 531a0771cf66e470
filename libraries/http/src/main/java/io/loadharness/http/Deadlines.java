// SPDX-License-Identifier: Apache-2.0
package io.loadharness.http;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;

/**
 * Checks the time limits of the exchanges of one transport, on one thread. The interval between two checks is a tenth of the smallest
 * limit, but at least 1 ms and at most 100 ms. A timeout is detected at most one interval after the limit. Therefore no read of a response
 * has to reset a timer. The transport that creates an instance must close it.
 */
public final class Deadlines implements AutoCloseable {

    private static final long MIN_INTERVAL_NANOS = 1_000_000;
    private static final long MAX_INTERVAL_NANOS = 100_000_000;

    private final Set<Exchange> inFlight = ConcurrentHashMap.newKeySet();
    private final long intervalNanos;
    private final Thread thread;
    private volatile boolean closed;

    /** Creates an instance and starts its thread. */
    public Deadlines(TimeLimits limits) {
        long smallest = Math.min(
                limits.total().toNanos(),
                Math.min(limits.firstByte().toNanos(), limits.betweenBytes().toNanos()));
        intervalNanos = Math.max(MIN_INTERVAL_NANOS, Math.min(MAX_INTERVAL_NANOS, smallest / 10));
        thread = new Thread(this::watch, "http-deadlines");
        thread.setDaemon(true);
        thread.start();
    }

    /** Returns the number of exchanges in flight. */
    public int inFlight() {
        return inFlight.size();
    }

    void add(Exchange exchange) {
        inFlight.add(exchange);
        if (closed) {
            exchange.cancel();
        }
    }

    void remove(Exchange exchange) {
        inFlight.remove(exchange);
    }

    private void watch() {
        while (!closed) {
            LockSupport.parkNanos(this, intervalNanos);
            long now = System.nanoTime();
            for (Exchange each : inFlight) {
                each.check(now);
            }
        }
    }

    /** Cancels the exchanges in flight and every exchange that is added later. */
    @Override
    public void close() {
        closed = true;
        LockSupport.unpark(thread);
        inFlight.forEach(Exchange::cancel);
    }
}
