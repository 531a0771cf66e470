// SPDX-License-Identifier: Apache-2.0
package io.loadharness.simulator;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/** The schedule for a {@link TimingModel}: continuous batching, in which requests join and leave the batch between steps. */
final class ContinuousBatch implements TokenScheduler {

    private final TimingModel timing;
    private final Deque<Arrival> waiting = new ArrayDeque<>();
    private final List<TokenSchedulerEntry> running = new ArrayList<>();
    private long stepEnd = NEVER;

    ContinuousBatch(TimingModel timing) {
        this.timing = timing;
    }

    @Override
    public void add(TokenSchedulerEntry entry, long now) {
        waiting.add(new Arrival(entry, now));
        if (stepEnd == NEVER) {
            startStep(now);
        }
    }

    /** Returns the end of the current step. */
    @Override
    public long next() {
        return stepEnd;
    }

    /** Ends the current step and starts the next one. */
    @Override
    public void advance() {
        long now = stepEnd;
        running.removeIf(entry -> entry.isCancelled() || !entry.advance());
        startStep(now);
    }

    @Override
    public int running() {
        return running.size();
    }

    @Override
    public int waiting() {
        return waiting.size();
    }

    private void startStep(long now) {
        int decoding = running.size();
        long prefill = 0;
        while (running.size() < timing.maxBatch() && !waiting.isEmpty()) {
            Arrival next = waiting.peek();
            if (next.time > now && !next.entry.isCancelled()) {
                break;
            }
            waiting.remove();
            if (!next.entry.isCancelled()) {
                running.add(next.entry);
                next.entry.start(Math.max(0, now - next.time));
                prefill += timing.prefillNanos(next.entry.promptTokens());
            }
        }
        if (!running.isEmpty()) {
            stepEnd = now + prefill + timing.decodeNanos(decoding);
        } else if (waiting.isEmpty()) {
            stepEnd = NEVER;
        } else {
            startStep(waiting.peek().time); // this request arrived after the planned end of the last step
        }
    }

    private record Arrival(TokenSchedulerEntry entry, long time) {}
}
