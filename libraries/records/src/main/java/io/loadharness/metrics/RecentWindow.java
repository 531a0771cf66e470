// SPDX-License-Identifier: Apache-2.0
package io.loadharness.metrics;

import io.loadharness.client.Delay;
import io.loadharness.client.DelayHistogram;
import io.loadharness.client.ProcessUsage;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Computes the metrics of the last ten seconds of a run. For this purpose, it copies the counters of the run, at most once per second.
 * Thread-safe.
 */
final class RecentWindow {

    private static final long STEP_NANOS = Duration.ofSeconds(1).toNanos();
    private static final int STEPS = 10;

    private final LiveMetrics run;
    private final Deque<Checkpoint> checkpoints = new ArrayDeque<>();

    RecentWindow(LiveMetrics run) {
        this.run = run;
    }

    synchronized LiveView view(long now) {
        if (checkpoints.isEmpty() || now - checkpoints.getLast().nanos >= STEP_NANOS) {
            checkpoints.add(new Checkpoint(run, now));
        }
        while (checkpoints.size() > STEPS + 1) {
            checkpoints.remove();
        }
        return checkpoints.getFirst().viewAt(now);
    }

    private static final class Checkpoint {

        private final LiveMetrics run;
        private final long nanos;
        private final long sent;
        private final long completed;
        private final long tokens;
        private final long[] firstToken;
        private final long[] perToken;
        private final long[] latency;
        private final long[] scheduleDelay;
        private final ProcessUsage use = ProcessUsage.now();

        Checkpoint(LiveMetrics run, long nanos) {
            this.run = run;
            this.nanos = nanos;
            sent = run.sent.sum();
            completed = run.completed.sum();
            tokens = run.tokens.sum();
            firstToken = run.firstToken.copy();
            perToken = run.perToken.copy();
            latency = run.latency.copy();
            scheduleDelay = run.scheduleDelay.copy();
        }

        LiveView viewAt(long now) {
            ProcessUsage useNow = ProcessUsage.now();
            double seconds = (now - nanos) / 1e9;
            long ended = run.ended.sum(); // read before sent, so that the number in flight is never negative
            long sentNow = run.sent.sum();
            return new LiveView(
                    Duration.ofNanos(now - nanos),
                    sentNow - ended,
                    perSecond(sentNow - sent, seconds),
                    perSecond(run.completed.sum() - completed, seconds),
                    perSecond(run.tokens.sum() - tokens, seconds),
                    since(run.firstToken, firstToken),
                    since(run.perToken, perToken),
                    since(run.latency, latency),
                    since(run.scheduleDelay, scheduleDelay),
                    run.failures(),
                    run.endpoints(),
                    useNow.cpuShareSince(use),
                    useNow.gcShareSince(use));
        }

        private static double perSecond(long count, double seconds) {
            return seconds > 0 ? Math.max(0, count) / seconds : 0;
        }

        private static Delay since(DelayHistogram counts, long[] before) {
            return counts.since(before);
        }
    }
}
