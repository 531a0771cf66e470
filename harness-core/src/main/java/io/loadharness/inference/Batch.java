// SPDX-License-Identifier: Apache-2.0
package io.loadharness.inference;

import io.loadharness.Failure;
import io.loadharness.client.SendDelays;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Samples that were sent together. A batch holds one slot of its endpoint until its last sample has ended. Thread-safe. */
final class Batch {

    private final Endpoint endpoint;
    private final Work work;
    private final SendDelays sends;
    private final long slotNanos;
    private final AtomicInteger inFlight;
    private final Consumer<Batch> sampleEnded;

    Batch(Endpoint endpoint, Work work, int samples, SendDelays sends, Consumer<Batch> sampleEnded) {
        this.endpoint = endpoint;
        this.work = work;
        this.sends = sends;
        this.slotNanos = endpoint.isLimited() ? System.nanoTime() - work.issuedNanos : 0;
        this.inFlight = new AtomicInteger(samples);
        this.sampleEnded = sampleEnded;
    }

    Endpoint endpoint() {
        return endpoint;
    }

    /** Returns a copy of a backend's timeline, with the timestamps that only the system under test knows. */
    Timeline complete(Timeline times, long firstReported, long reported) {
        return times.ofSample(work.scheduledNanos, work.issuedNanos, firstReported, reported);
    }

    boolean isDone() {
        return inFlight.get() == 0;
    }

    void abandonQuery() {
        work.abandon();
    }

    /** Records the send delay and the number of chunks of a sample that is about to end. */
    void recordRequest(Timeline times, int chunks) {
        endpoint.addChunks(chunks);
        if (times.sent() != Timeline.UNKNOWN && !work.query.startsLoop()) {
            long dequeued = times.dequeued() == Timeline.UNKNOWN ? times.sent() : times.dequeued();
            sends.sent(dequeued - work.issuedNanos - slotNanos, slotNanos, times.sent() - dequeued);
        }
    }

    /**
     * Counts a failed or completed sample. Called before the result is reported to the load generator, because the report may end the run.
     */
    void count(Failure.@Nullable Kind failure, int tokens) {
        if (failure == null) {
            endpoint.completed(tokens);
        } else {
            endpoint.failed(failure);
        }
    }

    /**
     * Called after the result of a sample was reported to the load generator and the observer. The last sample of the batch releases the
     * slot.
     */
    void ended() {
        if (inFlight.decrementAndGet() == 0) {
            endpoint.releaseSlot();
        }
        sampleEnded.accept(this);
    }
}
