// SPDX-License-Identifier: Apache-2.0
package io.loadharness.metrics;

import io.loadharness.Failure;
import io.loadharness.client.DelayHistogram;
import io.loadharness.client.ProcessUsage;
import io.loadharness.client.RequestTotals;
import io.loadharness.inference.InferenceRequest;
import io.loadharness.inference.Output;
import io.loadharness.inference.RequestObserver;
import io.loadharness.inference.Response;
import io.loadharness.inference.ResponseListener;
import io.loadharness.inference.Timeline;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/**
 * Live metrics of one run, for display during the run. Percentiles are accurate to three percent. Thread-safe: any thread may call
 * {@link #view}. Requests are counted without locks and in constant memory.
 *
 * <pre>{@code
 * LiveMetrics live = new LiveMetrics(); // pass it to the backend as a request observer
 * System.out.println(live.view().completedPerSecond());
 * }</pre>
 */
public final class LiveMetrics implements RequestObserver {

    private final LongAdder tokens = new LongAdder();
    private final DelayHistogram firstToken = new DelayHistogram();
    private final DelayHistogram perToken = new DelayHistogram();
    private final DelayHistogram latency = new DelayHistogram();
    private final DelayHistogram scheduleDelay = new DelayHistogram();
    private final Map<String, Endpoint> endpoints = new ConcurrentHashMap<>();
    private final Map<Failure.Kind, LongAdder> failures = new EnumMap<>(Failure.Kind.class);
    private final RecentSteps<ProcessUsage> usage = new RecentSteps<>();
    private final RecentWindow recent = new RecentWindow();

    /** Creates metrics of a run that starts now. */
    public LiveMetrics() {
        for (Failure.Kind each : Failure.Kind.values()) {
            failures.put(each, new LongAdder());
        }
        view();
    }

    /** Returns the metrics of the last ten seconds. Call this method at least once per second; otherwise the window is longer. */
    public LiveView view() {
        Map<String, LiveView.EndpointCounts> counts = endpoints();
        return recent.view(System.nanoTime(), totals(counts.values()), counts);
    }

    /** Returns the requests since the start of the run. */
    public RequestTotals totals() {
        return totals(endpoints().values());
    }

    private synchronized RequestTotals totals(Collection<LiveView.EndpointCounts> counts) {
        LiveView.EndpointCounts all =
                counts.stream().reduce(LiveView.EndpointCounts.NONE, LiveView.EndpointCounts::plus);
        long ended = all.completed() + all.failed();
        ProcessUsage now = ProcessUsage.now();
        ProcessUsage before = usage.oldest(now.nanos(), () -> now).value();
        return new RequestTotals(
                all.inFlight() + ended,
                ended,
                all.completed(),
                Math.max(0, tokens.sum()),
                firstToken.counts(),
                perToken.counts(),
                latency.counts(),
                scheduleDelay.counts(),
                failures(),
                now.cpuShareSince(before),
                now.gcShareSince(before));
    }

    private Map<Failure.Kind, Long> failures() {
        Map<Failure.Kind, Long> counts = new EnumMap<>(Failure.Kind.class);
        failures.forEach((kind, count) -> {
            if (count.sum() > 0) {
                counts.put(kind, count.sum());
            }
        });
        return counts;
    }

    Map<String, LiveView.EndpointCounts> endpoints() {
        Map<String, LiveView.EndpointCounts> counts = new HashMap<>();
        endpoints.forEach((name, each) -> counts.put(name, each.counts()));
        return counts;
    }

    /** The requests to one endpoint. */
    private static final class Endpoint {

        final LongAdder sent = new LongAdder();
        final LongAdder completed = new LongAdder();
        final LongAdder failed = new LongAdder();

        LiveView.EndpointCounts counts() {
            long succeeded = completed.sum(); // read before sent, so that the number in flight is never negative
            long unsuccessful = failed.sum();
            return new LiveView.EndpointCounts(sent.sum() - succeeded - unsuccessful, succeeded, unsuccessful);
        }
    }

    @Override
    public ResponseListener sending(InferenceRequest request, String endpoint) {
        Endpoint target = endpoints.computeIfAbsent(endpoint, name -> new Endpoint());
        target.sent.increment();
        return new Request(target);
    }

    @Override
    public void unsent(int sampleIndex, Failure failure, Timeline times) {
        count(failure);
    }

    private void count(Failure failure) {
        Objects.requireNonNull(failures.get(failure.kind())).increment();
    }

    /**
     * A request in flight. A chunk with an unknown number of tokens counts as one token. If the end of the response reports the total
     * number of tokens, this total replaces the counted number.
     */
    private final class Request implements ResponseListener {

        private final Endpoint target;
        private int countedTokens;

        Request(Endpoint target) {
            this.target = target;
        }

        @Override
        public void firstToken(long nanos, Output first) {
            count(first.tokenIds().length);
        }

        @Override
        public void tokens(long nanos, int tokenIds) {
            count(tokenIds);
        }

        private void count(int tokenIds) {
            int count = Math.max(1, tokenIds);
            countedTokens += count;
            tokens.add(count);
        }

        @Override
        public void end(Response response) {
            Timeline times = response.timeline();
            int all = response.tokenCount();
            tokens.add(all > 0 ? all - countedTokens : 0);
            add(firstToken, Metric.between(times.sent(), times.firstToken()));
            add(perToken, Metric.perToken(times.firstToken(), times.done(), all - 1));
            add(latency, Metric.between(times.sent(), times.done()));
            target.completed.increment();
            addScheduleDelay(times);
        }

        @Override
        public void failed(Failure failure, Timeline times) {
            LiveMetrics.this.count(failure);
            target.failed.increment();
            addScheduleDelay(times);
        }

        private void addScheduleDelay(Timeline times) {
            add(scheduleDelay, Metric.between(times.scheduled(), times.sent()));
        }
    }

    private static void add(DelayHistogram counts, long nanos) {
        if (nanos != Metric.NONE) {
            counts.add(nanos);
        }
    }
}
