// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmark;

import io.loadharness.benchmark.endpoint.Reply;
import io.loadharness.inference.Response;
import io.loadharness.inference.Timeline;
import io.loadharness.inference.TokenSource;
import io.loadharness.inference.Usage;
import io.loadharness.metrics.Metric;
import io.loadharness.metrics.Requirement;
import io.loadharness.record.SampleRecord;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** The times that samples of a target can have. A requirement on any other time can never be met. */
final class MeasurableTimes {

    private static final long KNOWN = 0;
    private static final int TOKENS = 2; // the smallest number with a time per token

    private static final Set<Metric> PER_TOKEN = EnumSet.of(Metric.TPOT, Metric.TPOT_SCHEDULED, Metric.ITL);

    /** Metrics of workers. The first response does not have them, because this process sends its request. */
    private static final Set<Metric> OF_WORKERS = EnumSet.of(Metric.COORDINATION, Metric.COORDINATION_TTFT);

    private final String target;
    private final String remedy;
    private final SampleRecord sample;

    private MeasurableTimes(String target, String remedy, Timeline times, int tokens) {
        this.target = target;
        this.remedy = remedy;
        this.sample =
                new SampleRecord(0, "", Optional.empty(), times, Usage.NONE, tokens, TokenSource.NONE, "", new long[0]);
    }

    /** Returns the times of servers that do not stream. */
    static MeasurableTimes withoutStreaming() {
        return new MeasurableTimes(
                "responses that are not streamed",
                "remove streaming(false) (--no-streaming)",
                ofServers(Timeline.UNKNOWN),
                TOKENS);
    }

    /** Returns the times of servers that stream, but do not count tokens. */
    static MeasurableTimes withoutTokenCounts() {
        return new MeasurableTimes(
                "responses without token counts",
                "set a tokenizer (--tokenizer), which counts on the client",
                ofServers(KNOWN),
                0);
    }

    private static Timeline ofServers(long firstToken) {
        return Timeline.builder()
                .scheduled(KNOWN)
                .issued(KNOWN)
                .dequeued(KNOWN)
                .sent(KNOWN)
                .firstByte(KNOWN)
                .firstToken(firstToken)
                .firstContent(firstToken)
                .lastToken(firstToken)
                .done(KNOWN)
                .firstReported(firstToken)
                .reported(KNOWN)
                .build();
    }

    /**
     * Returns the times of the first response of a backend.
     *
     * @param isCounted true if the tokens of all responses are counted
     */
    static MeasurableTimes of(String backend, Reply reply, boolean isCounted) {
        Response response = reply.response().orElseThrow();
        boolean isJudged = reply.hasTokens() || reply.hasBytes(); // an empty response has no first token
        Timeline times = response.timeline();
        long firstToken = isJudged ? times.firstToken() : KNOWN;
        return new MeasurableTimes(
                "the responses of " + backend,
                "let it report these times",
                Timeline.builder()
                        .scheduled(KNOWN)
                        .issued(KNOWN)
                        .dequeued(times.dequeued())
                        .sent(times.sent())
                        .firstByte(times.firstByte())
                        .firstToken(firstToken)
                        .firstContent(firstToken) // other responses may have content even if this one has none
                        .lastToken(times.lastToken())
                        .done(times.done())
                        .firstReported(!isJudged || reply.reportedFirstToken() ? KNOWN : Timeline.UNKNOWN)
                        .reported(KNOWN)
                        .build(),
                isCounted ? TOKENS : response.tokenCount());
    }

    /**
     * Checks that samples have the times of all requirements.
     *
     * @throws IllegalArgumentException if a requirement can never be met; the message names a requirement that can
     */
    void check(List<String> requirements) {
        for (String text : requirements) {
            String name = Requirement.parse(text).statistic().name();
            int dot = name.indexOf('.');
            Optional<Metric> metric = dot < 0 ? Optional.empty() : withId(name.substring(0, dot));
            metric.filter(each -> each.unit() == Metric.Unit.NANOSECONDS && !has(each))
                    .ifPresent(missing -> {
                        throw new IllegalArgumentException("required: " + text + ", but " + target + " have no "
                                + missing.id() + " (" + missing.formula() + "): require "
                                + alternative(missing).id()
                                + name.substring(dot) + ", or " + remedy);
                    });
        }
    }

    private boolean has(Metric metric) {
        if (OF_WORKERS.contains(metric)) {
            return true;
        }
        return metric == Metric.ITL
                ? sample.times().firstReported() != Timeline.UNKNOWN
                : metric.of(sample) != Metric.NONE;
    }

    /** Returns the most similar metric that samples have. All samples have the latency from the scheduled start. */
    private Metric alternative(Metric missing) {
        return Stream.of(
                        withId(missing.id() + "_scheduled"),
                        PER_TOKEN.contains(missing) ? Optional.of(Metric.NTPOT) : Optional.<Metric>empty(),
                        Optional.of(Metric.LATENCY))
                .flatMap(Optional::stream)
                .filter(this::has)
                .findFirst()
                .orElse(Metric.LATENCY_SCHEDULED);
    }

    private static Optional<Metric> withId(String id) {
        return Stream.of(Metric.values()).filter(each -> each.id().equals(id)).findFirst();
    }
}
