// SPDX-License-Identifier: Apache-2.0
package io.loadharness.inference;

import java.util.ArrayDeque;
import java.util.function.BiConsumer;

/**
 * Brings what waits to whoever has a free place. Any thread that adds work or frees a place carries on from there, so there is
 * no thread of its own; a backend that answers on the sending thread makes the loop go round, not deeper.
 */
final class Dispatcher {

    /** What one thread does for a dispatcher. Kept, to make none for each request. */
    private static final class Turn {
        private final ArrayDeque<WorkQueue> next = new ArrayDeque<>(1);
        private boolean goesOn;
    }

    private final BiConsumer<Endpoint, WorkQueue.Taken> sender;

    @SuppressWarnings("ThreadLocalUsage") // the turn of one dispatcher is not that of another
    private final ThreadLocal<Turn> turns = ThreadLocal.withInitial(Turn::new);

    /** Makes a dispatcher over a function that sends and never throws. */
    Dispatcher(BiConsumer<Endpoint, WorkQueue.Taken> sender) {
        this.sender = sender;
    }

    /** Sends what fits, unless this thread is just doing that further out; then it does it there. */
    void run(WorkQueue queue) {
        Turn turn = turns.get();
        if (turn.goesOn) {
            if (turn.next.peekLast() != queue) {
                turn.next.addLast(queue);
            }
            return;
        }
        turn.goesOn = true;
        try {
            for (WorkQueue each = queue; each != null; each = turn.next.pollFirst()) {
                sendWhatFits(each);
            }
        } finally {
            turn.next.clear();
            turn.goesOn = false;
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
