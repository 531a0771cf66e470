// SPDX-License-Identifier: Apache-2.0
package io.loadharness.http;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** Limits the number of concurrent exchanges with each server. Exchanges above the limit wait in order of arrival. Thread-safe. */
final class ConnectionLimit {

    private record Waiting(BooleanSupplier start, long sinceNanos) {}

    private static final class Server {
        private int inUse;
        private final Queue<Waiting> waiting = new ArrayDeque<>();
    }

    private final int max;
    private final LongAdder waits;
    private final LongAdder waitNanos;
    private final Map<String, Server> servers = new HashMap<>();

    ConnectionLimit(int max, LongAdder waits, LongAdder waitNanos) {
        this.max = max;
        this.waits = waits;
        this.waitNanos = waitNanos;
    }

    /**
     * Calls {@code start} now or, if the limit is reached, after another exchange has released its connection. If {@code start} returns
     * true, the exchange has a connection, and the caller must call {@link #leave} once when the exchange ends. If {@code start} returns
     * false, the next waiting exchange gets the connection.
     */
    void enter(String authority, BooleanSupplier start) {
        synchronized (servers) {
            Server server = servers.computeIfAbsent(authority, each -> new Server());
            if (server.inUse == max) {
                waits.increment();
                server.waiting.add(new Waiting(start, System.nanoTime()));
                return;
            }
            server.inUse++;
        }
        if (!start.getAsBoolean()) {
            leave(authority);
        }
    }

    /** Releases the connection of an exchange, and starts the exchange that has waited longest. */
    void leave(String authority) {
        Waiting next = next(authority);
        while (next != null) {
            waitNanos.add(System.nanoTime() - next.sinceNanos());
            next = next.start().getAsBoolean() ? null : next(authority);
        }
    }

    private @Nullable Waiting next(String authority) {
        synchronized (servers) {
            Server server = Objects.requireNonNull(servers.get(authority));
            Waiting next = server.waiting.poll();
            if (next == null) {
                server.inUse--;
            }
            return next;
        }
    }
}
