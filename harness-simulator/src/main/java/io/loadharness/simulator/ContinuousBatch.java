package io.loadharness.simulator;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/** The engine of {@link TimingModel} on a clock that its caller keeps. For one thread. */
final class ContinuousBatch {

    /** There is nothing to do until a job arrives. */
    static final long NEVER = Long.MAX_VALUE;

    private final TimingModel timing;
    private final Deque<Arrival> waiting = new ArrayDeque<>();
    private final List<Job> running = new ArrayList<>();
    private long stepEnd = NEVER;

    ContinuousBatch(TimingModel timing) {
        this.timing = timing;
    }

    /** A job has arrived, not before those that were added earlier. */
    void add(Job job, long now) {
        waiting.add(new Arrival(job, now));
        if (stepEnd == NEVER) {
            begin(now);
        }
    }

    /** When the step that is going on ends, or {@link #NEVER}. */
    long stepEnd() {
        return stepEnd;
    }

    /** Ends the step that is going on, on its time, and begins the next one. */
    void endStep() {
        long now = stepEnd;
        running.removeIf(job -> job.isCancelled() || !job.advance());
        begin(now);
    }

    int running() {
        return running.size();
    }

    int waiting() {
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
