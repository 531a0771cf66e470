// SPDX-License-Identifier: Apache-2.0
package io.loadharness.schedule;

import io.loadharness.LatencyStatistics;
import io.loadharness.Performance;
import io.loadharness.Reason;
import io.loadharness.TokenPerformance;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.function.IntPredicate;
import java.util.function.IntToLongFunction;
import java.util.stream.IntStream;

/** Calculates the performance of a run that did not end early. Latencies and rates include only completed samples. */
final class PerformanceCalculator {

    private final SampleTable table;
    private final Schedule schedule;
    private final boolean tokensTimed;

    PerformanceCalculator(SampleTable table, Schedule schedule, boolean tokensTimed) {
        this.table = table;
        this.schedule = schedule;
        this.tokensTimed = tokensTimed;
    }

    /** Returns the performance; empty if no sample completed. */
    Optional<Performance> performance() {
        return statistics(table::isCompleted, number -> table.ended(number) - table.scheduled(number))
                .map(this::performance);
    }

    private Performance performance(LatencyStatistics latency) {
        double seconds = samples().mapToLong(table::ended).max().orElse(0) / ScheduleBounds.NANOS_PER_SECOND;
        long completed = samples().filter(table::isCompleted).count();
        return new Performance(
                Optional.empty(),
                table.size(),
                OptionalLong.empty(),
                new Performance.Throughput(
                        completed / seconds,
                        scheduledRate(),
                        OptionalDouble.empty(),
                        OptionalDouble.empty(),
                        OptionalDouble.empty(),
                        OptionalDouble.empty()),
                latency,
                Optional.empty(),
                Optional.empty(),
                tokensTimed ? Optional.of(tokens(seconds)) : Optional.empty(),
                schedule.isTimed() ? issueDelay() : Optional.empty());
    }

    private OptionalDouble scheduledRate() {
        boolean isScheduled = schedule.isOpen() && schedule.sessions().isEmpty();
        long length = isScheduled ? table.scheduled(table.size() - 1) : 0;
        return length > 0
                ? OptionalDouble.of((table.size() - 1) * ScheduleBounds.NANOS_PER_SECOND / length)
                : OptionalDouble.empty();
    }

    private Optional<LatencyStatistics> issueDelay() {
        return statistics(number -> true, number -> Math.max(0, table.issued(number) - table.scheduled(number)));
    }

    private TokenPerformance tokens(double seconds) {
        double tokens =
                samples().filter(table::isCompleted).mapToLong(table::tokens).sum();
        return new TokenPerformance(
                tokens / seconds,
                OptionalDouble.empty(),
                OptionalDouble.empty(),
                statistics(
                        number -> table.isCompleted(number) && table.hasStarted(number),
                        number -> table.started(number) - table.scheduled(number)),
                statistics(
                        number -> table.isCompleted(number) && table.hasStarted(number) && table.tokens(number) > 1,
                        number -> (table.ended(number) - table.started(number)) / (table.tokens(number) - 1)),
                Optional.empty(),
                Optional.empty());
    }

    /** Returns one reason for each kind of missing token data. Empty if token latencies are not enabled. */
    List<Reason> missingTokenData() {
        List<Reason> reasons = new ArrayList<>();
        if (tokensTimed) {
            add(
                    reasons,
                    Reason.Code.NO_FIRST_TOKEN,
                    number -> !table.hasStarted(number),
                    "have no first token time, but use_token_latencies is set");
            add(
                    reasons,
                    Reason.Code.TOO_FEW_TOKENS,
                    number -> table.tokens(number) < 2,
                    "have fewer than 2 tokens, but use_token_latencies is set");
        }
        return reasons;
    }

    private void add(List<Reason> reasons, Reason.Code code, IntPredicate isMissing, String what) {
        long count = samples().filter(table::isCompleted).filter(isMissing).count();
        if (count > 0) {
            reasons.add(new Reason(code, count + " of " + table.size() + " samples " + what)
                    .with("samples", count)
                    .with("issued", table.size()));
        }
    }

    private Optional<LatencyStatistics> statistics(IntPredicate counted, IntToLongFunction nanos) {
        return LatencyPercentiles.of(samples().filter(counted).mapToLong(nanos).toArray());
    }

    private IntStream samples() {
        return IntStream.range(0, table.size());
    }
}
