// SPDX-License-Identifier: Apache-2.0
package io.loadharness.metrics;

import io.loadharness.Failure;
import io.loadharness.client.DelayCounts;
import io.loadharness.inference.InferenceRequest;
import io.loadharness.inference.Output;
import io.loadharness.inference.RequestObserver;
import io.loadharness.inference.Response;
import io.loadharness.inference.ResponseListener;
import io.loadharness.inference.Timeline;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.LongAdder;

/**
 * What a run is like while it goes on: for displays, three percent exact. Watches requests on any number of threads without a lock, in
 * memory that does not grow; any thread may ask for a {@link #look} at the last seconds. For one run.
 */
public final class LiveMetrics implements RequestObserver {

    final LongAdder sent = new LongAdder();
    final LongAdder ended = new LongAdder();
    final LongAdder answered = new LongAdder();
    final LongAdder tokens = new LongAdder();
    final DelayCounts firstToken = new DelayCounts();
    final DelayCounts perToken = new DelayCounts();
    final DelayCounts latency = new DelayCounts();
    final DelayCounts sendLag = new DelayCounts();
    private final Map<Failure.Kind, LongAdder> failures = new EnumMap<>(Failure.Kind.class);
    private final RecentPast past = new RecentPast(this);

    /** Nothing was sent yet, and the run begins now. */
    public LiveMetrics() {
        for (Failure.Kind each : Failure.Kind.values()) {
            failures.put(each, new LongAdder());
        }
        past.look(System.nanoTime());
    }

    /** How the run is now. Whoever asks at least once a second gets the last ten seconds. */
    public LiveView look() {
        return past.look(System.nanoTime());
    }

    Map<Failure.Kind, Long> failures() {
        Map<Failure.Kind, Long> counts = new EnumMap<>(Failure.Kind.class);
        failures.forEach((kind, count) -> {
            if (count.sum() > 0) {
                counts.put(kind, count.sum());
            }
        });
        return counts;
    }

    @Override
    public ResponseListener sending(InferenceRequest request, String endpoint) {
        sent.increment();
        return new Request();
    }

    @Override
    public void unsent(int sampleIndex, Failure failure, Timeline times) {
        count(failure);
    }

    private void count(Failure failure) {
        Objects.requireNonNull(failures.get(failure.kind())).increment();
    }

    /**
     * One request on its way. Pieces of which nobody says how many tokens they have count as one until the
     * answer is complete, and for good if nobody ever says.
     */
    private final class Request implements ResponseListener {

        private int counted;

        @Override
        public void firstToken(long nanos, Output first) {
            count(first.tokenIds().length);
        }

        @Override
        public void tokens(long nanos, int tokenIds) {
            count(tokenIds);
        }

        private void count(int tokenIds) {
            int here = Math.max(1, tokenIds);
            counted += here;
            tokens.add(here);
        }

        @Override
        public void end(Response response) {
            Timeline times = response.timeline();
            int all = response.tokenCount();
            tokens.add(all > 0 ? all - counted : 0);
            add(firstToken, Metric.between(times.sent(), times.firstToken()));
            add(perToken, Metric.perToken(times.firstToken(), times.done(), all - 1));
            add(latency, Metric.between(times.sent(), times.done()));
            answered.increment();
            left(times);
        }

        @Override
        public void failed(Failure failure, Timeline times) {
            LiveMetrics.this.count(failure);
            left(times);
        }

        private void left(Timeline times) {
            add(sendLag, Metric.between(times.scheduled(), times.sent()));
            ended.increment();
        }
    }

    private static void add(DelayCounts counts, long nanos) {
        if (nanos != Metric.NONE) {
            counts.add(nanos);
        }
    }
}
