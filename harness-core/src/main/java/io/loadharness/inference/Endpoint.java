// SPDX-License-Identifier: Apache-2.0
package io.loadharness.inference;

import io.loadharness.Failure;
import io.loadharness.internal.Durations;
import io.loadharness.internal.LimitedCall;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/** One backend of a system, with its slots and its counts. Thread-safe. */
final class Endpoint {

    static final int UNLIMITED = Integer.MAX_VALUE;

    /** The limit that means the {@linkplain InferenceBackend#concurrentBatches() capacity of the backend}. */
    static final int OF_BACKEND = 0;

    /** The maximum time to wait until a backend is closed whose start exceeded its limit. */
    private static final Duration CLOSE_LIMIT = Duration.ofSeconds(2);

    final InferenceBackend backend;
    final int weight;
    final int batchSize;
    final int batchTokens;
    private final boolean followsBackend;
    private volatile int concurrency;
    private volatile boolean isStarting;
    private final AtomicLong freeSlots;
    private final LongAdder sent = new LongAdder();
    private final LongAdder completed = new LongAdder();
    private final LongAdder tokens = new LongAdder();
    private final LongAdder chunks = new LongAdder();
    private final LongAdder repeatedResults = new LongAdder();
    private final Map<Failure.Kind, LongAdder> failures =
            new EnumMap<>(Failure.Kind.class); // contains all kinds; the map is not modified after construction
    private final AtomicLong inFlight = new AtomicLong();
    private final AtomicLong peakInFlight = new AtomicLong();

    Endpoint(InferenceBackend backend, int weight, int concurrency, int batchSize, int batchTokens) {
        this.backend = backend;
        this.weight = weight;
        this.batchSize = batchSize;
        this.batchTokens = batchTokens;
        this.followsBackend = concurrency == OF_BACKEND;
        this.concurrency = followsBackend ? capacity() : concurrency;
        this.freeSlots = new AtomicLong(this.concurrency);
        for (Failure.Kind kind : Failure.Kind.values()) {
            failures.put(kind, new LongAdder());
        }
    }

    private int capacity() {
        return Math.max(1, backend.concurrentBatches());
    }

    /**
     * Starts the backend. Unless the backend limits its start, the start is a {@link LimitedCall}.
     *
     * @param limit the limit that the deadline follows from, for the message
     */
    void start(long deadline, Duration limit) throws Exception {
        if (backend.startLimit().isPresent()) {
            backend.start();
            return;
        }
        isStarting = true;
        Callable<?> start = () -> {
            try {
                backend.start();
            } finally {
                isStarting = false;
            }
            return true;
        };
        if (!LimitedCall.finish("start-" + backend.name(), start, Duration.ofNanos(deadline - System.nanoTime()))) {
            throw new TimeoutException(backend.name() + " did not start within " + Durations.inWords(limit)
                    + "; readyTimeout (--ready-timeout) sets the limit");
        }
    }

    /** Closes the backend. If its start exceeded the limit, this method does not wait long: closing can wait for the start. */
    void close() {
        if (isStarting) {
            LimitedCall.run("close-" + backend.name(), backend::close, CLOSE_LIMIT);
        } else {
            backend.close();
        }
    }

    /** Updates the limit if it is the capacity of the backend, which can depend on the start. Called when no sample is in flight. */
    void started() {
        if (followsBackend) {
            concurrency = capacity();
            freeSlots.set(concurrency);
        }
    }

    int concurrency() {
        return concurrency;
    }

    boolean isLimited() {
        return concurrency != UNLIMITED;
    }

    boolean acquireSlot() {
        long free = freeSlots.get();
        while (free > 0) {
            if (freeSlots.compareAndSet(free, free - 1)) {
                return true;
            }
            free = freeSlots.get();
        }
        return false;
    }

    void releaseSlot() {
        freeSlots.getAndIncrement();
    }

    boolean hasFreeSlot() {
        return freeSlots.get() > 0;
    }

    long inFlight() {
        return inFlight.get();
    }

    void sending(int samples) {
        sent.add(samples);
        long now = inFlight.addAndGet(samples);
        if (now > peakInFlight.get()) {
            peakInFlight.accumulateAndGet(now, Math::max);
        }
    }

    void addChunks(int count) {
        chunks.add(count);
    }

    void repeatedResult() {
        repeatedResults.increment();
    }

    void completed(int tokenCount) {
        tokens.add(tokenCount);
        completed.increment();
        inFlight.decrementAndGet();
    }

    void failed(Failure.Kind kind) {
        LongAdder count = failures.get(kind);
        if (count != null) {
            count.increment();
        }
        inFlight.decrementAndGet();
    }

    EndpointCounts counts() {
        Map<Failure.Kind, Long> byKind = new EnumMap<>(Failure.Kind.class);
        failures.forEach((kind, count) -> {
            if (count.sum() > 0) {
                byKind.put(kind, count.sum());
            }
        });
        return new EndpointCounts(
                backend.name(),
                sent.sum(),
                completed.sum(),
                byKind,
                tokens.sum(),
                chunks.sum(),
                inFlight.get(),
                peakInFlight.get(),
                repeatedResults.sum());
    }

    @Override
    public String toString() {
        return backend.name();
    }
}
