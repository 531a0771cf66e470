package io.loadharness.loadgen;

import io.loadharness.EarlyStopping;
import io.loadharness.LatencyStatistics;
import io.loadharness.Performance;
import io.loadharness.TokenPerformance;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Why LoadGen finds a performance invalid, with the numbers that its log has. For one thread. */
final class UnmetConstraints {

    private final Performance performance;
    private final Bounds bounds;
    private final List<String> reasons = new ArrayList<>();

    UnmetConstraints(Performance performance, Bounds bounds) {
        this.performance = performance;
        this.bounds = bounds;
    }

    /** One sentence for each; none if LoadGen finds the performance valid. */
    List<String> reasons() {
        Performance.Constraints constraints = performance.constraints();
        if (!constraints.perfConstraintsMet().orElse(true)) {
            addLatencies();
        }
        if (!constraints.minDurationMet()) {
            reasons.add("the run was shorter than its min_duration of " + millis(bounds.minDuration()));
        }
        if (!constraints.minQueriesMet()) {
            reasons.add("the run ended after " + performance.queryCount() + " queries, before its min_query_count of "
                    + bounds.minQueries() + " or its minimum of " + bounds.minSamples() + " samples");
        }
        if (!constraints.earlyStoppingMet()) {
            reasons.add(performance.queryCount() + " queries are too few for early stopping to trust the percentile"
                    + missingQueries()
                            .map(missing -> ", at least " + missing + " more are needed")
                            .orElse(""));
        }
        performance.invalidReason().ifPresent(advice -> reasons.add("LoadGen advises: " + advice));
        if (!performance.valid() && reasons.isEmpty()) {
            reasons.add("LoadGen calls the run INVALID and gives no reason");
        }
        return List.copyOf(reasons);
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
            reasons.add("the " + bounds.percentage() + "th percentile is over its latency bound");
        }
    }

    private void addLate(String what, Optional<LatencyStatistics> measured, Optional<Duration> bound) {
        Optional<Duration> value =
                measured.map(statistics -> statistics.percentiles().get(bounds.percentage()));
        if (value.isPresent() && bound.isPresent() && value.get().compareTo(bound.get()) > 0) {
            reasons.add("the " + bounds.percentage() + "th percentile of the " + what + " is " + millis(value.get())
                    + ", over its bound of " + millis(bound.get()));
        }
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

    private static String millis(Duration duration) {
        return BigDecimal.valueOf(duration.toNanos(), 6).stripTrailingZeros().toPlainString() + " ms";
    }
}
