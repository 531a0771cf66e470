package io.loadharness.inference;

import java.util.ArrayDeque;
import java.util.function.BiConsumer;

/**
 * Brings what waits to whoever has a free place. Any thread that adds work or frees a place carries on from there, so there is
 * no thread of its own; a backend that answers on the sending thread makes the loop go round, not deeper.
 */
final class Dispatcher {

    private final BiConsumer<Endpoint, WorkQueue.Taken> sender;

    @SuppressWarnings("ThreadLocalUsage") // the turn of one dispatcher is not that of another
    private final ThreadLocal<ArrayDeque<WorkQueue>> turning = new ThreadLocal<>();

    /** Makes a dispatcher over a function that sends and never throws. */
    Dispatcher(BiConsumer<Endpoint, WorkQueue.Taken> sender) {
        this.sender = sender;
    }

    /** Sends what fits, unless this thread is just doing that further out; then it does it there. */
    void run(WorkQueue queue) {
        ArrayDeque<WorkQueue> next = turning.get();
        if (next != null) {
            if (next.peekLast() != queue) {
                next.addLast(queue);
            }
            return;
        }
        next = new ArrayDeque<>(1);
        turning.set(next);
        try {
            for (WorkQueue each = queue; each != null; each = next.pollFirst()) {
                sendWhatFits(each);
            }
        } finally {
            turning.remove();
        }
    }

    private void sendWhatFits(WorkQueue queue) {
        while (!queue.isEmpty()) {
            Endpoint endpoint = queue.takePlace();
            if (endpoint == null) {
                return;
            }
            WorkQueue.Taken taken = queue.poll(endpoint.batchSize);
            if (taken == null) {
                endpoint.freePlace();
            } else {
                sender.accept(endpoint, taken);
            }
        }
    }
}
