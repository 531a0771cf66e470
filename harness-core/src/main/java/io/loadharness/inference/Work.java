// SPDX-License-Identifier: Apache-2.0
package io.loadharness.inference;

import io.loadharness.Query;

/** Samples of one query that wait for a free place, in the order in which they shall be sent. */
final class Work {

    final Query query;
    final long issuedNanos;
    final long scheduledNanos;
    private final int[] positions;
    private int next;

    /** Set when the run of the query is over: then nobody wants the answers. */
    private volatile boolean abandoned;

    Work(Query query, int[] positions, long issuedNanos) {
        this.query = query;
        this.positions = positions;
        this.issuedNanos = issuedNanos;
        this.scheduledNanos = query.scheduledNanos(issuedNanos);
    }

    void abandon() {
        abandoned = true;
    }

    boolean isAbandoned() {
        return abandoned;
    }

    /** The times of a sample of it that was never sent. */
    Timeline endedNow() {
        long now = System.nanoTime();
        return Timeline.endedAt(now).ofSample(scheduledNanos, issuedNanos, Timeline.UNKNOWN, now);
    }

    int remaining() {
        return positions.length - next;
    }

    /** The position in the query of the next sample. For whoever holds the lock of the queue. */
    int take() {
        return positions[next++];
    }
}
