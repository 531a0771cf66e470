// SPDX-License-Identifier: Apache-2.0
package io.loadharness.inference;

import io.loadharness.Failure;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/** One of the backends of a system: its free places and its counts. Safe for any number of threads. */
final class Endpoint {

    static final int UNLIMITED = Integer.MAX_VALUE;

    final InferenceBackend backend;
    final int weight;
    final int batchSize;
    private final int concurrency;
    private final AtomicLong places;
    private final LongAdder sent = new LongAdder();
    private final LongAdder answered = new LongAdder();
    private final LongAdder tokens = new LongAdder();
    private final LongAdder events = new LongAdder();
    private final Map<Failure.Kind, LongAdder> failures =
            new EnumMap<>(Failure.Kind.class); // each kind, unchanged later
    private final AtomicLong outstanding = new AtomicLong();
    private final AtomicLong peakOutstanding = new AtomicLong();

    Endpoint(InferenceBackend backend, int weight, int concurrency, int batchSize) {
        this.backend = backend;
        this.weight = weight;
        this.batchSize = batchSize;
        this.concurrency = concurrency;
        this.places = new AtomicLong(concurrency);
        for (Failure.Kind kind : Failure.Kind.values()) {
            failures.put(kind, new LongAdder());
        }
    }

    int mostAtATime() {
        return concurrency;
    }

    boolean isLimited() {
        return concurrency != UNLIMITED;
    }

    boolean takePlace() {
        long free = places.get();
        while (free > 0) {
            if (places.compareAndSet(free, free - 1)) {
                return true;
            }
            free = places.get();
        }
        return false;
    }

    void freePlace() {
        places.getAndIncrement();
    }

    boolean hasPlace() {
        return places.get() > 0;
    }

    long outstanding() {
        return outstanding.get();
    }

    void sending(int samples) {
        sent.add(samples);
        long now = outstanding.addAndGet(samples);
        if (now > peakOutstanding.get()) {
            peakOutstanding.accumulateAndGet(now, Math::max);
        }
    }

    void eventsCame(int count) {
        events.add(count);
    }

    void answered(int tokenCount) {
        tokens.add(tokenCount);
        answered.increment();
        outstanding.decrementAndGet();
    }

    void failed(Failure.Kind kind) {
        LongAdder count = failures.get(kind);
        if (count != null) {
            count.increment();
        }
        outstanding.decrementAndGet();
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
                answered.sum(),
                byKind,
                tokens.sum(),
                events.sum(),
                outstanding.get(),
                peakOutstanding.get());
    }

    @Override
    public String toString() {
        return backend.name();
    }
}
