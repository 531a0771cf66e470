// SPDX-License-Identifier: Apache-2.0
package io.loadharness.inference;

import java.util.ArrayDeque;
import java.util.List;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/** A FIFO queue of samples that wait for a slot of one endpoint, or for the first free slot of several endpoints. Thread-safe. */
final class WorkQueue {

    /** Samples of one query that are removed from the queue together. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Slice(Work work, int[] positions) {}

    private final ArrayDeque<Work> waiting = new ArrayDeque<>();
    private final List<Endpoint> endpoints;
    private final IntConsumer dropped;

    /** Creates an empty queue. When the queue drops samples because their run is over, it passes their number to {@code dropped}. */
    WorkQueue(List<Endpoint> endpoints, IntConsumer dropped) {
        this.endpoints = endpoints;
        this.dropped = dropped;
    }

    /** Acquires a slot of the endpoint with the fewest samples in flight; returns null if no endpoint has a free slot. */
    @Nullable
    Endpoint acquireSlot() {
        while (true) {
            Endpoint leastBusy = null;
            for (Endpoint each : endpoints) {
                if (each.hasFreeSlot() && (leastBusy == null || each.inFlight() < leastBusy.inFlight())) {
                    leastBusy = each;
                }
            }
            if (leastBusy == null || leastBusy.acquireSlot()) {
                return leastBusy;
            }
        }
    }

    synchronized void add(Work work) {
        waiting.addLast(work);
    }

    synchronized boolean isEmpty() {
        return waiting.isEmpty();
    }

    /** Removes and returns the next samples of a query, as many as the limits allow; returns null if the queue is empty. */
    synchronized @Nullable Slice poll(int maxSamples, int maxTokens) {
        while (!waiting.isEmpty()) {
            Work work = waiting.peekFirst();
            if (work.isAbandoned()) {
                waiting.removeFirst();
                dropped.accept(work.remaining());
                continue;
            }
            int[] positions = work.take(maxSamples, maxTokens);
            if (work.remaining() == 0) {
                waiting.removeFirst();
            }
            return new Slice(work, positions);
        }
        return null;
    }
}
