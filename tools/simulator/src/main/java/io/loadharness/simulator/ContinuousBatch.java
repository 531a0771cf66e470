// SPDX-License-Identifier: Apache-2.0
package io.loadharness.simulator;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/** The engine of {@link TimingModel}. */
final class ContinuousBatch implements BatchSchedule {

    private final TimingModel timing;
    private final Deque<Arrival> waiting = new ArrayDeque<>();
    private final List<Job> running = new ArrayList<>();
    private long stepEnd = NEVER;

    ContinuousBatch(TimingModel timing) {
        this.timing = timing;
    }

    @Override
    public void add(Job job, long now) {
        waiting.add(new Arrival(job, now));
        if (stepEnd == NEVER) {
            begin(now);
        }
    }

    /** The end of the step that is going on. */
    @Override
    public long next() {
        return stepEnd;
    }

    /** Ends a step and begins the next one. */
    @Override
    public void advance() {
        long now = stepEnd;
        running.removeIf(job -> job.isCancelled() || !job.advance());
        begin(now);
    }

    @Override
    public int running() {
        return running.size();
    }

    @Override
    public int waiting() {
        return waiting.size();
    }

    private void begin(long now) {
        int decoding = running.size();
        long prefill = 0;
        while (running.size() < timing.maxBatch() && !waiting.isEmpty()) {
            Arrival next = waiting.peek();
            if (next.time > now && !next.job.isCancelled()) {
                break;
            }
            waiting.remove();
            if (!next.job.isCancelled()) {
                running.add(next.job);
                next.job.begin(Math.max(0, now - next.time));
                prefill += timing.prefillNanos(next.job.promptTokens());
            }
        }
        if (!running.isEmpty()) {
            stepEnd = now + prefill + timing.decodeNanos(decoding);
        } else if (waiting.isEmpty()) {
            stepEnd = NEVER;
        } else {
            begin(waiting.peek().time); // arrived while the step's end was late in coming
        }
    }

    private record Arrival(Job job, long time) {}
}
