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

    /** Returns the time at which the batch was passed to the backend. Without a concurrency limit, this is the time of the issue. */
    private long handedOver() {
        return work.issuedNanos + slotNanos;
    }

    /** Returns null if the timestamps of a backend are possible, otherwise a sentence that names two contradictory timestamps. */
    @Nullable
    String contradiction(Timeline times, long firstReported, long reported) {
        return TimelineCheck.contradiction(times, work.issuedNanos, handedOver(), firstReported, reported);
    }

    /** Returns null if the time of a first chunk is possible, otherwise a sentence that names two contradictory timestamps. */
    @Nullable
    String contradictionOfFirstChunk(long nanos, long firstReported) {
        return TimelineCheck.contradictionOfFirstChunk(nanos, work.issuedNanos, handedOver(), firstReported);
    }

    /** Counts a result of a sample that already had a result. */
    void countRepeatedResult() {
        endpoint.repeatedResult();
    }

    boolean isDone() {
        return inFlight.get() == 0;
    }

    void abandonQuery() {
        work.abandon();
    }

    /**
     * Records the send delay and the number of chunks of a sample that is about to end. If the timestamps of the send are impossible, the
     * time until the report of the result counts as send delay, because it is only certain that the request was sent by then.
     */
    void recordRequest(Timeline times, int chunks, long reported) {
        endpoint.addChunks(chunks);
        long sent = times.sent();
        if (sent != Timeline.UNKNOWN && !work.query.startsLoop()) {
            long dequeued = times.dequeued() == Timeline.UNKNOWN ? sent : times.dequeued();
            boolean isPossible = handedOver() <= dequeued && dequeued <= sent && sent <= reported;
            sends.sent((isPossible ? dequeued : reported) - handedOver(), slotNanos, isPossible ? sent - dequeued : 0);
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
