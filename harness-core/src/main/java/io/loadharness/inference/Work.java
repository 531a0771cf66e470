// SPDX-License-Identifier: Apache-2.0
package io.loadharness.inference;

import io.loadharness.Query;
import java.util.Arrays;

/** The samples of one query that wait for a slot, in the order in which they will be sent. */
final class Work {

    final Query query;
    final long issuedNanos;
    final long scheduledNanos;
    private final int[] positions;

    /** The tokens of the prompt of each position; empty if batches have no limit of tokens. */
    private final int[] tokens;

    private int next;

    /** True if the test run that issued this query is over. The remaining samples of the query are not sent. */
    private volatile boolean abandoned;

    Work(Query query, int[] positions, int[] tokens, long issuedNanos) {
        this.query = query;
        this.positions = positions;
        this.tokens = tokens;
        this.issuedNanos = issuedNanos;
        this.scheduledNanos = query.scheduledNanos(issuedNanos);
    }

    void abandon() {
        abandoned = true;
    }

    boolean isAbandoned() {
        return abandoned;
    }

    /** Returns the timeline of a sample that ends now, before its request was sent. */
    Timeline endedNow() {
        long now = System.nanoTime();
        return Timeline.endedAt(now).ofSample(scheduledNanos, issuedNanos, Timeline.UNKNOWN, now);
    }

    int remaining() {
        return positions.length - next;
    }

    /**
     * Returns the positions of the next samples in the query: at least one, and as many as the limits allow. The caller must hold the lock
     * of the queue.
     */
    int[] take(int maxSamples, int maxTokens) {
        int end = next + Math.min(maxSamples, remaining());
        if (tokens.length > 0) {
            long total = tokens[next];
            int last = next;
            while (last + 1 < end && total + tokens[last + 1] <= maxTokens) {
                total += tokens[++last];
            }
            end = last + 1;
        }
        int[] taken = Arrays.copyOfRange(positions, next, end);
        next = end;
        return taken;
    }
}
