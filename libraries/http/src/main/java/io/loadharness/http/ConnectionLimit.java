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

/**
 * Lets so many exchanges have a connection to each server at a time; the rest waits, in the order in which it came. Safe for any number of
 * threads.
 */
final class ConnectionLimit {

    private record Waiting(BooleanSupplier start, long sinceNanos) {}

    private static final class Server {
        private int inUse;
        private final Queue<Waiting> waiting = new ArrayDeque<>();
    }

    private final int most;
    private final LongAdder waits;
    private final LongAdder waitNanos;
    private final Map<String, Server> servers = new HashMap<>();

    ConnectionLimit(int most, LongAdder waits, LongAdder waitNanos) {
        this.most = most;
        this.waits = waits;
        this.waitNanos = waitNanos;
    }

    /** Starts an exchange, now or when one has left. Each that started leaves once; the supplier says whether it did start. */
    void enter(String authority, BooleanSupplier start) {
        synchronized (servers) {
            Server server = servers.computeIfAbsent(authority, each -> new Server());
            if (server.inUse == most) {
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

    /** An exchange needs its connection no longer. */
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
