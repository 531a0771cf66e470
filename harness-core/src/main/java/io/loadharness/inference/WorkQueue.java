// SPDX-License-Identifier: Apache-2.0
package io.loadharness.inference;

import java.util.ArrayDeque;
import java.util.List;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/** What waits for one endpoint, or for whichever of all comes first; the oldest first. Safe for any number of threads. */
final class WorkQueue {

    /** Samples that leave the queue together, all of one query. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Taken(Work work, int[] positions) {}

    private final ArrayDeque<Work> waiting = new ArrayDeque<>();
    private final List<Endpoint> takers;
    private final IntConsumer dropped;

    /** Makes an empty queue that tells how many samples it drops because their run is over. */
    WorkQueue(List<Endpoint> takers, IntConsumer dropped) {
        this.takers = takers;
        this.dropped = dropped;
    }

    /** Takes a place at the least busy endpoint that has one; null if none has. */
    @Nullable
    Endpoint takePlace() {
        while (true) {
            Endpoint least = null;
            for (Endpoint each : takers) {
                if (each.hasPlace() && (least == null || each.outstanding() < least.outstanding())) {
                    least = each;
                }
            }
            if (least == null || least.takePlace()) {
                return least;
            }
        }
    }

    synchronized void add(Work work) {
        waiting.addLast(work);
    }

    synchronized boolean isEmpty() {
        return waiting.isEmpty();
    }

    /** The next samples, at most {@code max}; null if nothing waits. */
    synchronized @Nullable Taken poll(int max) {
        while (!waiting.isEmpty()) {
            Work work = waiting.peekFirst();
            if (work.isAbandoned()) {
                waiting.removeFirst();
                dropped.accept(work.remaining());
                continue;
            }
            int[] positions = new int[Math.min(max, work.remaining())];
            for (int i = 0; i < positions.length; i++) {
                positions[i] = work.take();
            }
            if (work.remaining() == 0) {
                waiting.removeFirst();
            }
            return new Taken(work, positions);
        }
        return null;
    }
}
