// SPDX-License-Identifier: Apache-2.0
package io.loadharness.client;

import io.loadharness.client.ClientHealth.Collections;
import io.loadharness.client.ClientHealth.Reader;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** Looks at a client again and again while it has something to do. For one thread; what time it is, it is told. */
final class Sampler {

    /** How often the slower figures are asked for, in looks. */
    private static final int LOOKS_PER_READING = 10;

    private final class Watched {

        private final ReadThread reader;
        private final long[] before;
        private final Share busy = new Share();
        private @Nullable Thread known;

        Watched(ReadThread reader) {
            this.reader = reader;
            this.before = reader.delays().copy();
        }

        void begin() {
            known = null;
        }

        void read() {
            Thread thread = reader.thread();
            if (thread == null) {
                return;
            }
            if (thread == known) {
                busy.add(costs.threadNanos(thread));
            } else {
                busy.begin(costs.threadNanos(thread));
            }
            known = thread;
        }

        Reader seen() {
            Thread thread = reader.thread();
            String name = thread == null ? "" : thread.getName();
            return new Reader(name, reader.delays().since(before), busy.of(watchedNanos));
        }
    }

    private final long period;
    private final BooleanSupplier isBusy;
    private final SendDelays.Since sends;
    private final Costs costs;
    private final int processors;
    private final List<Watched> readers = new ArrayList<>();
    private final DelayCounts stalls = new DelayCounts();
    private final Share processor = new Share();
    private final Share collection = new Share();
    private final Share collectionCount = new Share();
    private boolean isWatching;
    private int looks;
    private long readAt;
    private long watchedNanos;

    Sampler(
            long period,
            BooleanSupplier isBusy,
            List<ReadThread> readers,
            SendDelays sends,
            Costs costs,
            int processors) {
        this.period = period;
        this.isBusy = isBusy;
        this.sends = sends.begin();
        this.costs = costs;
        this.processors = processors;
        readers.forEach(each -> this.readers.add(new Watched(each)));
    }

    /** Looks at everything; this was to be done at {@code due}. */
    void look(long due, long now) {
        boolean busy = isBusy.getAsBoolean();
        if (busy) {
            if (isWatching) {
                stalls.addAll(due, now, period);
            } else {
                begin(now);
            }
            readers.forEach(each -> each.reader.look(now, period));
        }
        if (isWatching) {
            collection.add(costs.collectionNanos());
            if (!busy || ++looks % LOOKS_PER_READING == 0) {
                read(now);
            }
        }
        isWatching = busy;
    }

    private void begin(long now) {
        looks = 0;
        readAt = now;
        processor.begin(costs.processorNanos());
        collection.begin(costs.collectionNanos());
        collectionCount.begin(costs.collections());
        readers.forEach(Watched::begin);
    }

    private void read(long now) {
        watchedNanos += now - readAt;
        readAt = now;
        processor.add(costs.processorNanos());
        collectionCount.add(costs.collections());
        readers.forEach(Watched::read);
    }

    /** What was seen; looks no more. */
    ClientHealth end(long now) {
        if (isWatching) {
            read(now);
        }
        readers.forEach(each -> each.reader.settle(now, period));
        return new ClientHealth(
                Duration.ofNanos(watchedNanos),
                sends.delays(),
                readers.stream().map(Watched::seen).toList(),
                stalls.delay(),
                processor.of(watchedNanos) / processors,
                processors,
                new Collections(
                        collectionCount.grown(),
                        Duration.ofNanos(collection.mostAtOnce()),
                        collection.of(watchedNanos)));
    }
}
