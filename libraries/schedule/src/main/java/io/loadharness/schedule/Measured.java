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

/** The figures of a run that went to its end. Only samples that were answered count in latencies and rates. */
final class Measured {

    private final SampleTable table;
    private final Schedule schedule;
    private final boolean tokensTimed;

    Measured(SampleTable table, Schedule schedule, boolean tokensTimed) {
        this.table = table;
        this.schedule = schedule;
        this.tokensTimed = tokensTimed;
    }

    /** Empty if no sample was answered. */
    Optional<Performance> performance() {
        return statistics(table::isAnswered, number -> table.ended(number) - table.due(number))
                .map(this::performance);
    }

    private Performance performance(LatencyStatistics latency) {
        double seconds = samples().mapToLong(table::ended).max().orElse(0) / ScheduleBounds.NANOS_PER_SECOND;
        long answered = samples().filter(table::isAnswered).count();
        return new Performance(
                true,
                new Performance.Constraints(Optional.empty(), true, true, true),
                Optional.empty(),
                table.size(),
                OptionalLong.empty(),
                new Performance.Throughput(
                        answered / seconds,
                        scheduledRate(),
                        OptionalDouble.empty(),
                        OptionalDouble.empty(),
                        OptionalDouble.empty(),
                        OptionalDouble.empty()),
                latency,
                Optional.empty(),
                Optional.empty(),
                tokensTimed ? Optional.of(tokens(seconds)) : Optional.empty(),
                schedule.isTimed() ? lateness() : Optional.empty());
    }

    private OptionalDouble scheduledRate() {
        boolean isScheduled = schedule.isOpen() && schedule.sessions().isEmpty();
        long length = isScheduled ? table.due(table.size() - 1) : 0;
        return length > 0
                ? OptionalDouble.of((table.size() - 1) * ScheduleBounds.NANOS_PER_SECOND / length)
                : OptionalDouble.empty();
    }

    private Optional<LatencyStatistics> lateness() {
        return statistics(number -> true, number -> Math.max(0, table.issued(number) - table.due(number)));
    }

    private TokenPerformance tokens(double seconds) {
        double tokens =
                samples().filter(table::isAnswered).mapToLong(table::tokens).sum();
        return new TokenPerformance(
                tokens / seconds,
                OptionalDouble.empty(),
                OptionalDouble.empty(),
                statistics(
                        number -> table.isAnswered(number) && table.hasStarted(number),
                        number -> table.started(number) - table.due(number)),
                statistics(
                        number -> table.isAnswered(number) && table.hasStarted(number) && table.tokens(number) > 1,
                        number -> (table.ended(number) - table.started(number)) / (table.tokens(number) - 1)),
                Optional.empty(),
                Optional.empty());
    }

    /** Returns a reason for each thing that answers lack when tokens are timed. */
    List<Reason> poorAnswers() {
        List<Reason> reasons = new ArrayList<>();
        if (tokensTimed) {
            add(
                    reasons,
                    Reason.Code.NO_FIRST_TOKEN,
                    number -> !table.hasStarted(number),
                    "have no time of a first token, though tokens are timed");
            add(
                    reasons,
                    Reason.Code.TOO_FEW_TOKENS,
                    number -> table.tokens(number) < 2,
                    "have fewer than 2 tokens, though tokens are timed");
        }
        return reasons;
    }

    private void add(List<Reason> reasons, Reason.Code code, IntPredicate poor, String what) {
        long count = samples().filter(table::isAnswered).filter(poor).count();
        if (count > 0) {
            reasons.add(new Reason(code, count + " of " + table.size() + " answers " + what)
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
