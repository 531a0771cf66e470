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

/** The meters of one endpoint. Thread-safe. */
final class EndpointMeters {

    private static final String OK = "ok";
    private static final Duration MIN_EXPECTED = Duration.ofNanos(100_000);
    private static final Duration MAX_EXPECTED = Duration.ofMinutes(10);

    private final MeterRegistry registry;
    private final Tags tags;
    private final AtomicLong inFlight = new AtomicLong();
    private final Gauge inFlightGauge;
    private final Timer firstToken;
    private final Timer perToken;
    private final Timer sendDelay;
    private final Counter inputTokens;
    private final Counter outputTokens;
    private final Map<String, OutcomeMeters> outcomes = new ConcurrentHashMap<>();
    private final ResponseListener listener = new Listener();

    /** The meters of requests with the same outcome. */
    private record OutcomeMeters(Counter requests, Timer latency) {}

    EndpointMeters(MeterRegistry registry, Tags tags) {
        this.registry = registry;
        this.tags = tags;
        inFlightGauge = Gauge.builder("loadharness.requests.in.flight", inFlight, AtomicLong::get)
                .description("Number of requests in flight")
                .tags(tags)
                .strongReference(true)
                .register(registry);
        firstToken = timer("loadharness.ttft", "Time from the send of a request to its first token", tags);
        perToken = timer("loadharness.tpot", "Time per output token after the first", tags);
        sendDelay = timer("loadharness.send.delay", "Time from the scheduled start to the send of a request", tags);
        inputTokens = tokens("input", "Number of prompt tokens, as reported by the server");
        outputTokens = tokens("output", "Number of completion tokens");
    }

    private Timer timer(String name, String description, Tags meterTags) {
        return Timer.builder(name)
                .description(description)
                .tags(meterTags)
                .publishPercentileHistogram()
                .minimumExpectedValue(MIN_EXPECTED)
                .maximumExpectedValue(MAX_EXPECTED)
                .register(registry);
    }

    private Counter tokens(String direction, String description) {
        return Counter.builder("loadharness.tokens." + direction)
                .description(description)
                .tags(tags)
                .register(registry);
    }

    private OutcomeMeters metersOf(String outcome) {
        return outcomes.computeIfAbsent(outcome, this::meters);
    }

    private OutcomeMeters meters(String outcome) {
        Tags meterTags = tags.and("outcome", outcome);
        return new OutcomeMeters(
                Counter.builder("loadharness.requests")
                        .description("Number of requests that have ended, by outcome")
                        .tags(meterTags)
                        .register(registry),
                timer("loadharness.latency", "Time from the send of a request to its end", meterTags));
    }

    ResponseListener sending() {
        inFlight.incrementAndGet();
        return listener;
    }

    /** Counts a request by outcome. For a request that was never sent, this is the only measurement. */
    void ended(String outcome) {
        metersOf(outcome).requests.increment();
    }

    private void ended(String outcome, Timeline times) {
        inFlight.decrementAndGet();
        ended(outcome);
        record(metersOf(outcome).latency, times.sent(), times.done());
        record(sendDelay, times.scheduled(), times.sent());
    }

    private static void record(Timer timer, long from, long to) {
        if (from != Timeline.UNKNOWN && to != Timeline.UNKNOWN) {
            timer.record(Math.max(0, to - from), TimeUnit.NANOSECONDS);
        }
    }

    void close() {
        registry.remove(inFlightGauge);
    }

    /** The listener of all requests to the endpoint. When a request ends, the listener records its times. */
    private final class Listener implements ResponseListener {

        @Override
        public void firstToken(long nanos, Output first) {}

        @Override
        public void end(Response response) {
            Timeline times = response.timeline();
            record(firstToken, times.sent(), times.firstToken());
            if (times.firstToken() != Timeline.UNKNOWN && response.tokenCount() > 1) {
                long afterFirst = times.done() - times.firstToken();
                perToken.record(afterFirst / (response.tokenCount() - 1), TimeUnit.NANOSECONDS);
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
