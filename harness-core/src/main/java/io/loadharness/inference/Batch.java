// SPDX-License-Identifier: Apache-2.0
package io.loadharness.inference;

import io.loadharness.Failure;
import io.loadharness.client.SendDelays;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Samples that were sent together; they hold one place at their endpoint until the last of them has ended. */
final class Batch {

    private final Endpoint endpoint;
    private final Work work;
    private final SendDelays sends;
    private final long placeNanos;
    private final AtomicInteger open;
    private final Consumer<Batch> sampleEnded;

    Batch(Endpoint endpoint, Work work, int samples, SendDelays sends, Consumer<Batch> sampleEnded) {
        this.endpoint = endpoint;
        this.work = work;
        this.sends = sends;
        this.placeNanos = endpoint.isLimited() ? System.nanoTime() - work.issuedNanos : 0;
        this.open = new AtomicInteger(samples);
        this.sampleEnded = sampleEnded;
    }

    Endpoint endpoint() {
        return endpoint;
    }

    /** The times of one of its samples, with those that its backend does not know. */
    Timeline complete(Timeline times, long firstTold, long told) {
        return times.ofSample(work.scheduledNanos, work.issuedNanos, firstTold, told);
    }

    boolean isDone() {
        return open.get() == 0;
    }

    void abandonQuery() {
        work.abandon();
    }

    /** A sample is about to end: what its request went through, and in how many pieces tokens came. */
    void went(Timeline times, int events) {
        endpoint.eventsCame(events);
        if (times.sent() != Timeline.UNKNOWN && !work.query.startsLoop()) {
            long taken = times.taken() == Timeline.UNKNOWN ? times.sent() : times.taken();
            sends.sent(taken - work.issuedNanos - placeNanos, placeNanos, times.sent() - taken);
        }
    }

    /** Counts a sample with its failure, or with its tokens: before the load generator hears of its end, which may end the run. */
    void count(Failure.@Nullable Kind failure, int tokens) {
        if (failure == null) {
            endpoint.answered(tokens);
        } else {
            endpoint.failed(failure);
        }
    }

    /** A sample has ended, and everyone has heard of it. */
    void ended() {
        if (open.decrementAndGet() == 0) {
            endpoint.freePlace();
        }
        sampleEnded.accept(this);
    }
}
