// SPDX-License-Identifier: Apache-2.0
package io.loadharness.metrics;

import io.loadharness.Failure;
import io.loadharness.inference.Timeline;
import io.loadharness.inference.TokenSource;
import io.loadharness.inference.Usage;
import io.loadharness.record.SampleRecord;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Requests that are evaluated together: all requests of a run, or all requests to one endpoint. Only the group of all requests keeps the
 * values of each request. Not thread-safe.
 */
final class RequestGroup {

    private static final List<Metric> PER_REQUEST =
            Stream.of(Metric.values()).filter(each -> each != Metric.ITL).toList();

    private final Map<Metric, Column> columns = new EnumMap<>(Metric.class);
    private final List<Column> columnsInOrder = new ArrayList<>();
    private final GapHistogram gaps;
    private final Map<Failure.Kind, FailureSummary> failures = new EnumMap<>(Failure.Kind.class);
    private long completed;
    private long failed;
    private long inputTokens;
    private long outputTokens;
    private long contradictoryCounts;
    private double inFlightNanos;
    private boolean inputKnown = true;

    private RequestGroup(GapHistogram gaps) {
        this.gaps = gaps;
    }

    /** Creates a group that keeps the values of each request. */
    static RequestGroup withValues() {
        RequestGroup group = new RequestGroup(new GapHistogram());
        PER_REQUEST.forEach(each -> group.put(each, new Column()));
        return group;
    }

    /** Creates a group that does not keep the values of each request. */
    static RequestGroup withoutValues() {
        return new RequestGroup(new GapHistogram());
    }

    /** Creates a copy without the values of each request. */
    RequestGroup(RequestGroup other) {
        gaps = new GapHistogram(other.gaps);
        other.failures.forEach((kind, summary) -> failures.put(kind, new FailureSummary(summary)));
        completed = other.completed;
        failed = other.failed;
        inputTokens = other.inputTokens;
        outputTokens = other.outputTokens;
        contradictoryCounts = other.contradictoryCounts;
        inFlightNanos = other.inFlightNanos;
        inputKnown = other.inputKnown;
    }

    private void put(Metric metric, Column column) {
        columns.put(metric, column);
        columnsInOrder.add(column);
    }

    void add(SampleRecord sample) {
        if (sample.failure().isPresent()) {
            Failure failure = sample.failure().get();
            failed++;
            failures.computeIfAbsent(failure.kind(), kind -> new FailureSummary())
                    .add(failure.message());
            return;
        }
        completed++;
        for (int i = 0; i < columnsInOrder.size(); i++) {
            columnsInOrder.get(i).add(PER_REQUEST.get(i).of(sample));
        }
        for (long each : sample.gaps()) {
            gaps.add(each);
        }
        Timeline times = sample.times();
        inFlightNanos += times.sent() == Timeline.UNKNOWN ? 0 : times.done() - times.sent();
        outputTokens += sample.tokens();
        contradictoryCounts += sample.tokenSource() == TokenSource.CONTRADICTORY_USAGE ? 1 : 0;
        if (sample.usage().prompt() == Usage.UNKNOWN) {
            inputKnown = false;
        } else {
            inputTokens += sample.usage().prompt();
        }
    }

    Column column(Metric metric) {
        return Objects.requireNonNull(columns.get(metric));
    }

    long completed() {
        return completed;
    }

    /**
     * Returns the distributions of this group.
     *
     * @param all the group of all requests, which stores the values of all groups
     * @param groups the number of the group of each completed request
     * @param group the number of this group
     */
    Map<Metric, Distribution> distributions(RequestGroup all, int[] groups, int group) {
        Map<Metric, Distribution> found = new EnumMap<>(Metric.class);
        for (Metric each : Metric.values()) {
            Optional<Distribution> distribution =
                    each == Metric.ITL ? gaps.distribution() : all.column(each).distribution(groups, group);
            distribution.ifPresent(known -> found.put(each, known));
        }
        return found;
    }

    Map<Metric, Distribution> distributions() {
        Map<Metric, Distribution> found = new EnumMap<>(Metric.class);
        for (Metric each : Metric.values()) {
            Optional<Distribution> distribution =
                    each == Metric.ITL ? gaps.distribution() : column(each).distribution();
            distribution.ifPresent(known -> found.put(each, known));
        }
        return found;
    }

    Map<Rate, Double> rates(long windowNanos) {
        double seconds = windowNanos / 1e9;
        Map<Rate, Double> rates = new EnumMap<>(Rate.class);
        if (completed + failed > 0) {
            rates.put(Rate.FAILURE_RATE, (double) failed / (completed + failed));
        }
        rates.put(Rate.DURATION, seconds);
        if (seconds > 0) {
            rates.put(Rate.REQUESTS_PER_SECOND, completed / seconds);
            rates.put(Rate.CONCURRENCY, inFlightNanos / windowNanos);
            if (outputTokens > 0) {
                rates.put(Rate.OUTPUT_TOKENS_PER_SECOND, outputTokens / seconds);
            }
            if (inputKnown && completed > 0) {
                rates.put(Rate.INPUT_TOKENS_PER_SECOND, inputTokens / seconds);
                rates.put(Rate.TOTAL_TOKENS_PER_SECOND, (inputTokens + outputTokens) / seconds);
            }
        }
        return rates;
    }

    RequestCounts counts() {
        return new RequestCounts(
                completed,
                failed,
                inputKnown ? inputTokens : Usage.UNKNOWN,
                outputTokens,
                contradictoryCounts,
                failures);
    }
}
