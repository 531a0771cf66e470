// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmark;

import io.loadharness.benchmark.endpoint.Reply;
import io.loadharness.inference.Response;
import io.loadharness.inference.Timeline;
import io.loadharness.inference.TokenSource;
import io.loadharness.inference.Usage;
import io.loadharness.metrics.Metric;
import io.loadharness.metrics.Requirement;
import io.loadharness.metrics.RunStatistic;
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

    private final String target;
    private final String remedy;
    private final List<Sample> samples;

    private MeasurableTimes(String target, String remedy, List<Sample> samples) {
        this.target = target;
        this.remedy = remedy;
        this.samples = List.copyOf(samples);
    }

    /**
     * A sample with all times that samples of a backend or server can have.
     *
     * @param hasChunks true if the times of several chunks are known
     */
    private record Sample(SampleRecord record, boolean hasChunks) {

        static Sample of(Timeline times, int tokens, boolean hasChunks) {
            return new Sample(
                    new SampleRecord(
                            0, "", Optional.empty(), times, Usage.NONE, tokens, TokenSource.NONE, "", new long[0]),
                    hasChunks);
        }

        boolean has(Metric metric) {
            return metric == Metric.ITL ? hasChunks : metric.of(record) != Metric.NONE;
        }
    }

    /** Returns the times of servers that do not stream. */
    static MeasurableTimes withoutStreaming() {
        return new MeasurableTimes(
                "responses that are not streamed",
                "remove streaming(false) (--no-streaming)",
                List.of(Sample.of(allTimes(Timeline.UNKNOWN).build(), TOKENS, false)));
    }

    /** Returns the times of servers that stream, but do not count tokens. */
    static MeasurableTimes withoutTokenCounts() {
        return new MeasurableTimes(
                "responses without token counts",
                "set a tokenizer (--tokenizer), which counts on the client",
                List.of(Sample.of(allTimes(KNOWN).build(), 0, true)));
    }

    /** Returns the times of a system under test, which reports the first token and the end of a sample to {@link RecordingSystem}. */
    static MeasurableTimes ofSystem() {
        return new MeasurableTimes(
                "the samples of a system under test",
                "measure a backend in its place",
                List.of(Sample.of(
                        allTimes(KNOWN)
                                .workerFirstToken(Timeline.UNKNOWN)
                                .workerDone(Timeline.UNKNOWN)
                                .build(),
                        TOKENS,
                        false)));
    }

    private static Timeline.Builder allTimes(long firstToken) {
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
                .workerFirstToken(firstToken)
                .workerDone(KNOWN);
    }

    /**
     * Returns the times of backends. A requirement can be met if one of the backends can meet it.
     *
     * @param names the names of the backends
     * @param replies the outcome of the first request to each backend; after a failure, the backend may have all times
     * @param isCounted true if the tokens of all responses are counted
     */
    static MeasurableTimes of(List<String> names, List<Reply> replies, boolean isCounted) {
        return new MeasurableTimes(
                "the responses of " + String.join(" and ", names),
                names.size() == 1 ? "let it report these times" : "let one of them report these times",
                replies.stream().map(each -> sample(each, isCounted)).toList());
    }

    private static Sample sample(Reply reply, boolean isCounted) {
        if (reply.response().isEmpty()) {
            return Sample.of(allTimes(KNOWN).build(), TOKENS, true);
        }
        Response response = reply.response().get();
        boolean isJudged = reply.hasTokens() || reply.hasBytes(); // an empty response has no first token
        boolean hasChunks = !isJudged || reply.reportedFirstToken();
        Timeline times = response.timeline();
        long firstToken = isJudged ? times.firstToken() : KNOWN;
        return Sample.of(
                allTimes(firstToken)
                        .dequeued(times.dequeued())
                        .sent(times.sent())
                        .firstByte(times.firstByte())
                        .firstContent(isJudged && hasContent(response) ? times.firstContent() : firstToken)
                        .lastToken(times.lastToken())
                        .done(times.done())
                        .firstReported(hasChunks ? KNOWN : Timeline.UNKNOWN)
                        .workerFirstToken(times.workerFirstToken())
                        .workerDone(times.workerDone())
                        .build(),
                // other responses may have more tokens than this one
                isCounted || !isJudged || reply.hasTokenCount() ? TOKENS : response.tokenCount(),
                hasChunks);
    }

    /** Returns true if a response certainly has tokens that are not reasoning. */
    private static boolean hasContent(Response response) {
        return response.reasoningTokens() != Usage.UNKNOWN && response.reasoningTokens() < response.tokenCount();
    }

    /** Returns a copy that also has the times of other targets. Messages name the targets of this object. */
    MeasurableTimes or(MeasurableTimes other) {
        return new MeasurableTimes(
                target,
                remedy,
                Stream.concat(samples.stream(), other.samples.stream()).toList());
    }

    /** Returns true if the samples have the times of all requirements. */
    boolean allow(List<String> requirements) {
        return requirements.stream().allMatch(each -> missing(statistic(each)).isEmpty());
    }

    /**
     * Checks that samples have the times of all requirements.
     *
     * @throws IllegalArgumentException if a requirement can never be met; the message names a requirement that can
     */
    void check(List<String> requirements) {
        for (String text : requirements) {
            RunStatistic statistic = statistic(text);
            missing(statistic).ifPresent(missing -> {
                throw new IllegalArgumentException("required: " + text + ", but " + target + " have no " + missing.id()
                        + " (" + missing.formula() + "): require "
                        + alternative(missing).id()
                        + statistic.name().substring(missing.id().length()) + ", or " + remedy);
            });
        }
    }

    private static RunStatistic statistic(String requirement) {
        return Requirement.parse(requirement).statistic();
    }

    /** Returns the time that samples do not have, although a statistic needs it; empty if they have it, or it is not a time. */
    private Optional<Metric> missing(RunStatistic statistic) {
        return statistic.metric().filter(each -> each.unit() == Metric.Unit.NANOSECONDS && !has(each));
    }

    private boolean has(Metric metric) {
        return samples.stream().anyMatch(each -> each.has(metric));
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
