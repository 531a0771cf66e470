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

    /** Creates a dispatcher with a function that sends and never throws. */
    Dispatcher(BiConsumer<Endpoint, WorkQueue.Slice> sender) {
        this.sender = sender;
    }

    /** Fills the free slots. A reentrant call on the same thread only adds the queue to the running loop. */
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
            WorkQueue.Slice slice = queue.poll(endpoint.batchSize);
            if (slice == null) {
                endpoint.releaseSlot();
            } else {
                sender.accept(endpoint, slice);
            }
        }
    }
}
