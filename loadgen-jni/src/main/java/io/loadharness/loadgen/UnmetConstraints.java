// SPDX-License-Identifier: Apache-2.0
package io.loadharness.loadgen;

import io.loadharness.EarlyStopping;
import io.loadharness.LatencyStatistics;
import io.loadharness.Performance;
import io.loadharness.Reason;
import io.loadharness.Reason.Code;
import io.loadharness.TokenPerformance;
import io.loadharness.internal.Decimals;
import io.loadharness.internal.Durations;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Collects the reasons why LoadGen declared a performance run invalid, with the numbers from its log. Not thread-safe. */
final class UnmetConstraints {

    private static final double NANOS_PER_MILLI = 1e6;

    private final Performance performance;
    private final PerformanceBounds bounds;
    private final List<Reason> reasons = new ArrayList<>();

    UnmetConstraints(Performance performance, PerformanceBounds bounds) {
        this.performance = performance;
        this.bounds = bounds;
    }

    /** Returns one reason per unmet constraint; empty if LoadGen declared the run valid. */
    List<Reason> reasons() {
        performance.loadGenVerdict().ifPresent(this::addReasons);
        return List.copyOf(reasons);
    }

    private void addReasons(Performance.LoadGenVerdict verdict) {
        if (!verdict.perfConstraintsMet().orElse(true)) {
            addLatencies();
        }
        if (!verdict.minDurationMet()) {
            reasons.add(new Reason(
                            Code.MIN_DURATION,
                            "the run was shorter than its min_duration of " + Durations.inWords(bounds.minDuration()))
                    .with("min_duration_ms", bounds.minDuration().toMillis()));
        }
        if (!verdict.minQueriesMet()) {
            String text = "the run ended after " + performance.queryCount() + " queries; it needs at least "
                    + bounds.minQueries() + " queries (min_query_count) and " + bounds.minSamples() + " samples";
            reasons.add(new Reason(Code.MIN_QUERY_COUNT, text)
                    .with("queries", performance.queryCount())
                    .with("min_query_count", bounds.minQueries())
                    .with("min_sample_count", bounds.minSamples()));
        }
        if (!verdict.earlyStoppingMet()) {
            addEarlyStopping();
        }
        verdict.invalidReason()
                .ifPresent(advice -> reasons.add(new Reason(Code.LOADGEN_ADVICE, "LoadGen advises: " + advice)));
        if (!verdict.valid() && reasons.isEmpty()) {
            reasons.add(new Reason(Code.LOADGEN_INVALID, "LoadGen calls the run INVALID but gives no reason"));
        }
    }

    private void addLatencies() {
        Optional<TokenPerformance> tokens = performance.tokens();
        addLate("latency", Optional.of(performance.latency()), bounds.latency());
        addLate("time to first token", tokens.flatMap(TokenPerformance::firstToken), bounds.firstToken());
        addLate(
                "time per output token",
                tokens.flatMap(TokenPerformance::timePerOutputToken),
                bounds.timePerOutputToken());
        if (reasons.isEmpty()) {
            reasons.add(new Reason(Code.LATENCY_BOUND, percentile() + " is over its latency bound")
                    .with("percentile", bounds.percentage()));
        }
    }

    private void addLate(String what, Optional<LatencyStatistics> measured, Optional<Duration> bound) {
        Optional<Duration> value =
                measured.map(statistics -> statistics.percentiles().get(bounds.percentage()));
        if (value.isPresent() && bound.isPresent() && value.get().compareTo(bound.get()) > 0) {
            double millis = value.get().toNanos() / NANOS_PER_MILLI;
            double limit = bound.get().toNanos() / NANOS_PER_MILLI;
            String text = percentile() + " of the " + what + " is " + Decimals.text(millis, limit)
                    + " ms, over its bound of " + Decimals.text(limit) + " ms";
            reasons.add(new Reason(Code.LATENCY_BOUND, text)
                    .with("percentile", bounds.percentage())
                    .with("value_ms", millis)
                    .with("limit_ms", limit));
        }
    }

    private void addEarlyStopping() {
        Optional<Long> missing = missingQueries();
        String text = performance.queryCount() + " queries are too few for early stopping to estimate the percentile"
                + missing.map(count -> "; at least " + count + " more are needed")
                        .orElse("");
        Reason reason = new Reason(Code.EARLY_STOPPING, text).with("queries", performance.queryCount());
        reasons.add(missing.map(count -> reason.with("missing", count)).orElse(reason));
    }

    private Optional<Long> missingQueries() {
        List<Optional<EarlyStopping>> judged = List.of(
                performance.earlyStopping(),
                performance.tokens().flatMap(TokenPerformance::timePerOutputTokenEarlyStopping),
                performance.tokens().flatMap(TokenPerformance::firstTokenEarlyStopping));
        return judged.stream()
                .flatMap(Optional::stream)
                .filter(found -> found.missingQueries().isPresent())
                .map(found -> found.missingQueries().getAsLong())
                .findFirst();
    }

    private String percentile() {
        return "the " + Decimals.text(bounds.percentage(), 100) + "th percentile";
    }
}
