package io.loadharness.inference;

import io.loadharness.Failure;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/** Samples that were sent together; they hold one place at their endpoint until the last of them has ended. */
final class Batch {

    private final Endpoint endpoint;
    private final Work work;
    private final AtomicInteger open;
    private final Consumer<Batch> sampleEnded;

    Batch(Endpoint endpoint, Work work, int samples, Consumer<Batch> sampleEnded) {
        this.endpoint = endpoint;
        this.work = work;
        this.open = new AtomicInteger(samples);
        this.sampleEnded = sampleEnded;
    }

    Endpoint endpoint() {
        return endpoint;
    }

    long issuedNanos() {
        return work.issuedNanos;
    }

    boolean isDone() {
        return open.get() == 0;
    }

    void abandonQuery() {
        work.abandon();
    }

    /** Counts a sample with its failure, or with its tokens: before the load generator hears of its end, which may end the run. */
    void count(Failure.Kind failure, int tokens) {
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
