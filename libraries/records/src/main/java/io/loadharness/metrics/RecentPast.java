// SPDX-License-Identifier: Apache-2.0
package io.loadharness.metrics;

import io.loadharness.client.Delay;
import io.loadharness.client.DelayCounts;
import io.loadharness.client.ProcessUse;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;

/** Remembers where a run stood in each of the last seconds, so that what came since can be told. Safe for any number of threads. */
final class RecentPast {

    private static final long STEP_NANOS = Duration.ofSeconds(1).toNanos();
    private static final int STEPS = 10;

    private final LiveMetrics run;
    private final Deque<Mark> marks = new ArrayDeque<>();

    RecentPast(LiveMetrics run) {
        this.run = run;
    }

    synchronized LiveView look(long now) {
        if (marks.isEmpty() || now - marks.getLast().nanos >= STEP_NANOS) {
            marks.add(new Mark(run, now));
        }
        while (marks.size() > STEPS + 1) {
            marks.remove();
        }
        return marks.getFirst().until(now);
    }

    private static final class Mark {

        private final LiveMetrics run;
        private final long nanos;
        private final long sent;
        private final long answered;
        private final long tokens;
        private final long[] firstToken;
        private final long[] perToken;
        private final long[] latency;
        private final long[] sendLag;
        private final ProcessUse use = ProcessUse.now();

        Mark(LiveMetrics run, long nanos) {
            this.run = run;
            this.nanos = nanos;
            sent = run.sent.sum();
            answered = run.answered.sum();
            tokens = run.tokens.sum();
            firstToken = run.firstToken.copy();
            perToken = run.perToken.copy();
            latency = run.latency.copy();
            sendLag = run.sendLag.copy();
        }

        LiveView until(long now) {
            ProcessUse useNow = ProcessUse.now();
            double seconds = (now - nanos) / 1e9;
            long ended = run.ended.sum(); // before what was sent, so that what is open is never less than nothing
            long sentNow = run.sent.sum();
            return new LiveView(
                    Duration.ofNanos(now - nanos),
                    sentNow - ended,
                    perSecond(sentNow - sent, seconds),
                    perSecond(run.answered.sum() - answered, seconds),
                    perSecond(run.tokens.sum() - tokens, seconds),
                    since(run.firstToken, firstToken),
                    since(run.perToken, perToken),
                    since(run.latency, latency),
                    since(run.sendLag, sendLag),
                    run.failures(),
                    useNow.processorShareSince(use),
                    useNow.collectionShareSince(use));
        }

        private static double perSecond(long count, double seconds) {
            return seconds > 0 ? Math.max(0, count) / seconds : 0;
        }

        private static Delay since(DelayCounts counts, long[] before) {
            return counts.since(before);
        }
    }
}
