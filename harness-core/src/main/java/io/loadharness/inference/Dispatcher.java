// SPDX-License-Identifier: Apache-2.0
package io.loadharness.inference;

import java.util.ArrayDeque;
import java.util.function.BiConsumer;

/**
 * Sends waiting samples to endpoints with a free slot. It has no thread: each thread that adds work or releases a slot runs the dispatch
 * loop. If a backend responds on the sending thread, the running loop of this thread continues, without recursion.
 */
final class Dispatcher {

    /** The dispatch loop of one thread. Reused, to avoid an allocation per request. */
    private static final class DispatchLoop {
        private final ArrayDeque<WorkQueue> next = new ArrayDeque<>(1);
        private boolean running;
    }

    private final BiConsumer<Endpoint, WorkQueue.Slice> sender;

    @SuppressWarnings("ThreadLocalUsage") // each dispatcher needs its own loop per thread
    private final ThreadLocal<DispatchLoop> loops = ThreadLocal.withInitial(DispatchLoop::new);

    /** Creates a dispatcher. The {@code sender} sends samples to an endpoint and must never throw an exception. */
    Dispatcher(BiConsumer<Endpoint, WorkQueue.Slice> sender) {
        this.sender = sender;
    }

    /**
     * Sends the samples of a queue until the queue is empty or no slot is free. If the dispatch loop of this thread is already running,
     * this method only adds the queue to the loop.
     */
    void run(WorkQueue queue) {
        DispatchLoop loop = loops.get();
        if (loop.running) {
            if (loop.next.peekLast() != queue) {
                loop.next.addLast(queue);
            }
            return;
        }
        loop.running = true;
        try {
            for (WorkQueue each = queue; each != null; each = loop.next.pollFirst()) {
                fillSlots(each);
            }
        } finally {
            loop.next.clear();
            loop.running = false;
        }
    }

    private void fillSlots(WorkQueue queue) {
        while (!queue.isEmpty()) {
            Endpoint endpoint = queue.acquireSlot();
            if (endpoint == null) {
                return;
            }
            WorkQueue.Slice slice = queue.poll(endpoint.batchSize, endpoint.batchTokens);
            if (slice == null) {
                endpoint.releaseSlot();
            } else {
                sender.accept(endpoint, slice);
            }
        }
    }
}
