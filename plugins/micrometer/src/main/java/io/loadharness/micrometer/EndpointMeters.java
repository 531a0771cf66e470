// SPDX-License-Identifier: Apache-2.0
package io.loadharness.micrometer;

import io.loadharness.Failure;
import io.loadharness.inference.Output;
import io.loadharness.inference.Response;
import io.loadharness.inference.ResponseListener;
import io.loadharness.inference.Timeline;
import io.loadharness.inference.Usage;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** The meters of one endpoint. Safe for any number of threads. */
final class EndpointMeters {

    private static final String OK = "ok";
    private static final Duration LEAST = Duration.ofNanos(100_000);
    private static final Duration MOST = Duration.ofMinutes(10);

    private final MeterRegistry registry;
    private final Tags tags;
    private final AtomicLong open = new AtomicLong();
    private final Gauge openGauge;
    private final Timer firstToken;
    private final Timer perToken;
    private final Timer sendLag;
    private final Counter inputTokens;
    private final Counter outputTokens;
    private final Map<String, Ended> ends = new ConcurrentHashMap<>();
    private final ResponseListener listener = new Listener();

    /** Requests that ended in the same way. */
    private record Ended(Counter requests, Timer latency) {}

    EndpointMeters(MeterRegistry registry, Tags tags) {
        this.registry = registry;
        this.tags = tags;
        openGauge = Gauge.builder("loadharness.requests.open", open, AtomicLong::get)
                .description("Requests that were sent and have not ended")
                .tags(tags)
                .strongReference(true)
                .register(registry);
        firstToken = timer("loadharness.ttft", "Time to first token, from the send", tags);
        perToken = timer("loadharness.tpot", "Time per output token after the first", tags);
        sendLag = timer("loadharness.send.lag", "How late requests were sent", tags);
        inputTokens = tokens("input", "Tokens of prompts, as the server says");
        outputTokens = tokens("output", "Tokens of answers");
    }

    private Timer timer(String name, String description, Tags itsTags) {
        return Timer.builder(name)
                .description(description)
                .tags(itsTags)
                .publishPercentileHistogram()
                .minimumExpectedValue(LEAST)
                .maximumExpectedValue(MOST)
                .register(registry);
    }

    private Counter tokens(String direction, String description) {
        return Counter.builder("loadharness.tokens." + direction)
                .description(description)
                .tags(tags)
                .register(registry);
    }

    private Ended metersOf(String outcome) {
        return ends.computeIfAbsent(outcome, this::meters);
    }

    private Ended meters(String outcome) {
        Tags itsTags = tags.and("outcome", outcome);
        return new Ended(
                Counter.builder("loadharness.requests")
                        .description("Requests that have ended")
                        .tags(itsTags)
                        .register(registry),
                timer("loadharness.latency", "Until the request has ended, from the send", itsTags));
    }

    ResponseListener sending() {
        open.incrementAndGet();
        return listener;
    }

    /** A request that was never sent. */
    void ended(String outcome) {
        metersOf(outcome).requests.increment();
    }

    private void ended(String outcome, Timeline times) {
        open.decrementAndGet();
        ended(outcome);
        record(metersOf(outcome).latency, times.sent(), times.done());
        record(sendLag, times.scheduled(), times.sent());
    }

    private static void record(Timer timer, long from, long to) {
        if (from != Timeline.UNKNOWN && to != Timeline.UNKNOWN) {
            timer.record(Math.max(0, to - from), TimeUnit.NANOSECONDS);
        }
    }

    void close() {
        registry.remove(openGauge);
    }

    /** Hears of all requests: their times come with their ends. */
    private final class Listener implements ResponseListener {

        @Override
        public void firstToken(long nanos, Output first) {}

        @Override
        public void end(Response response) {
            Timeline times = response.timeline();
            record(firstToken, times.sent(), times.firstToken());
            if (times.firstToken() != Timeline.UNKNOWN && response.tokenCount() > 1) {
                long whole = times.done() - times.firstToken();
                perToken.record(whole / (response.tokenCount() - 1), TimeUnit.NANOSECONDS);
            }
            outputTokens.increment(response.tokenCount());
            if (response.usage().prompt() != Usage.UNKNOWN) {
                inputTokens.increment(response.usage().prompt());
            }
            ended(OK, times);
        }

        @Override
        public void failed(Failure failure, Timeline timeline) {
            ended(LoadHarnessMetrics.outcome(failure), timeline);
        }
    }
}
