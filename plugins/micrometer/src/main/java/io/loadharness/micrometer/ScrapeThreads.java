// SPDX-License-Identifier: Apache-2.0
package io.loadharness.micrometer;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Runs each request of an HTTP server in its own thread. If too many requests are in progress, it interrupts the thread of the oldest
 * request, which closes the connection of this request. Therefore a client that stops sending or reading does not block the scrapes of
 * other clients. Thread-safe.
 */
final class ScrapeThreads implements Executor, AutoCloseable {

    /** The maximum number of requests in progress. */
    static final int MAX = 16;

    private final Deque<Thread> busy = new ArrayDeque<>();
    private final ExecutorService threads = Executors.newCachedThreadPool(work -> {
        Thread thread = new Thread(work, "prometheus");
        thread.setDaemon(true);
        return thread;
    });

    @Override
    public void execute(Runnable request) {
        threads.execute(() -> {
            start();
            try {
                request.run();
            } finally {
                end();
            }
        });
    }

    private synchronized void start() {
        busy.addLast(Thread.currentThread());
        if (busy.size() > MAX) {
            busy.removeFirst().interrupt();
        }
    }

    private synchronized void end() {
        busy.remove(Thread.currentThread());
        boolean ignored = Thread.interrupted(); // the interrupt must not reach the next request of this thread
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }
}
