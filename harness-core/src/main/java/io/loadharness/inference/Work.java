// SPDX-License-Identifier: Apache-2.0
package io.loadharness.inference;

import io.loadharness.Query;

/** The samples of one query that wait for a slot, in the order in which they will be sent. */
final class Work {

    final Query query;
    final long issuedNanos;
    final long scheduledNanos;
    private final int[] positions;
    private int next;

    /** True if the test run that issued this query is over. The remaining samples of the query are not sent. */
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

    /** Returns the timeline of a sample that ends now and whose request was never sent. */
    Timeline endedNow() {
        long now = System.nanoTime();
        return Timeline.endedAt(now).ofSample(scheduledNanos, issuedNanos, Timeline.UNKNOWN, now);
    }

    int remaining() {
        return positions.length - next;
    }

    /** Returns the position of the next sample in the query. The caller must hold the lock of the queue. */
    int take() {
        return positions[next++];
    }
}
