// SPDX-License-Identifier: Apache-2.0
package io.loadharness.client;

import io.loadharness.client.ClientHealth.GarbageCollection;
import io.loadharness.client.ClientHealth.Reader;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** Polls the health of the client while samples are in flight. Not thread-safe. The caller passes the current time. */
final class Sampler {

    /** The number of polls per read of the CPU times. Reading CPU times is slow. */
    private static final int POLLS_PER_READING = 10;

    private final class WatchedReader {

        private final ReadThread reader;
        private final DelayCounts before;
        private final WatchedCounter busy = new WatchedCounter();
        private @Nullable Thread lastThread;

        WatchedReader(ReadThread reader) {
            this.reader = reader;
            this.before = reader.delays().counts();
        }

        void restart() {
            lastThread = null;
        }

        void read() {
            Thread thread = reader.thread();
            if (thread == null) {
                return;
            }
            if (thread == lastThread) {
                busy.update(usage.threadCpuNanos(thread));
            } else {
                busy.restart(usage.threadCpuNanos(thread));
            }
            lastThread = thread;
        }

        Reader observed() {
            Thread thread = reader.thread();
            String name = thread == null ? "" : thread.getName();
            return new Reader(name, reader.delays().since(before), busy.shareOf(watchedNanos));
        }
    }

    private final long period;
    private final BooleanSupplier isBusy;
    private final SendDelays.Period sends;
    private final ResourceUsage usage;
    private final int cpus;
    private final List<WatchedReader> readers = new ArrayList<>();
    private final DelayHistogram pauses = new DelayHistogram();
    private final LongestPauses longestPauses;
    private final WatchedCounter cpuTime = new WatchedCounter();
    private final WatchedCounter gcTime = new WatchedCounter();
    private final WatchedCounter gcCount = new WatchedCounter();
    private boolean isWatching;
    private int polls;
    private long readAt;
    private long watchedNanos;

    Sampler(
            long period,
            BooleanSupplier isBusy,
            List<ReadThread> readers,
            SendDelays sends,
            ResourceUsage usage,
            int cpus,
            LongestPauses longestPauses) {
        this.period = period;
        this.isBusy = isBusy;
        this.sends = sends.startPeriod();
        this.usage = usage;
        this.cpus = cpus;
        this.longestPauses = longestPauses;
        readers.forEach(each -> this.readers.add(new WatchedReader(each)));
    }

    /** Polls all values. {@code scheduled} is the scheduled time of the poll. */
    void poll(long scheduled, long now) {
        boolean busy = isBusy.getAsBoolean();
        // A pause of an idle client delays the samples that are scheduled in it.
        if (now - scheduled >= period) {
            longestPauses.add(scheduled, now - scheduled);
        }
        if (busy) {
            if (isWatching) {
                pauses.addAll(scheduled, now, period);
            } else {
                restart(now);
            }
            readers.forEach(each -> each.reader.poll(now, period));
        }
        if (isWatching) {
            gcTime.update(usage.gcNanos());
            if (!busy || ++polls % POLLS_PER_READING == 0) {
                read(now);
            }
        }
        isWatching = busy;
    }

    private void restart(long now) {
        polls = 0;
        readAt = now;
        cpuTime.restart(usage.cpuNanos());
        gcTime.restart(usage.gcNanos());
        gcCount.restart(usage.gcCount());
        readers.forEach(WatchedReader::restart);
    }

    private void read(long now) {
        watchedNanos += now - readAt;
        readAt = now;
        cpuTime.update(usage.cpuNanos());
        gcCount.update(usage.gcCount());
        readers.forEach(WatchedReader::read);
    }

    /** Stops polling and returns the observations. */
    ClientHealth end(long now) {
        if (isWatching) {
            read(now);
        }
        readers.forEach(each -> each.reader.finish(now, period));
        return new ClientHealth(
                Duration.ofNanos(watchedNanos),
                sends.delays(),
                readers.stream().map(WatchedReader::observed).toList(),
                pauses.delay(),
                cpuTime.shareOf(watchedNanos) / cpus,
                cpus,
                new GarbageCollection(
                        gcCount.increase(), Duration.ofNanos(gcTime.maxIncrease()), gcTime.shareOf(watchedNanos)),
                longestPauses.inOrder());
    }
}
