// SPDX-License-Identifier: Apache-2.0
package io.loadharness.simulator;

import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;

/** A batch entry that records the times of its tokens. */
final class FakeBatchEntry implements TokenSchedulerEntry {

    private final int promptTokens;
    private final int count;
    private final LongSupplier clock;
    private final List<Long> times = new ArrayList<>();
    private long waited = -1;
    private boolean cancelled;

    FakeBatchEntry(int promptTokens, int count, LongSupplier clock) {
        this.promptTokens = promptTokens;
        this.count = count;
        this.clock = clock;
    }

    List<Long> times() {
        return times;
    }

    void cancel() {
        cancelled = true;
    }

    @Override
    public int promptTokens() {
        return promptTokens;
    }

    /** Returns the waiting time of the entry, or -1 if the entry still waits. */
    long waited() {
        return waited;
    }

    @Override
    public void start(long nanos) {
        waited = nanos;
    }

    @Override
    public boolean advance() {
        times.add(clock.getAsLong());
        return times.size() < count;
    }

    @Override
    public boolean isCancelled() {
        return cancelled;
    }
}
