// SPDX-License-Identifier: Apache-2.0
package io.loadharness.report.compare;

import io.loadharness.internal.Suggestions;
import io.loadharness.metrics.Metric;
import io.loadharness.metrics.Rate;
import java.util.List;
import java.util.stream.Stream;

/** The metrics by which runs are compared. */
public final class ComparedFigures {

    private static final List<ComparedFigure> RATES = Stream.of(Rate.values())
            .filter(each -> each != Rate.FAILURE_RATE)
            .<ComparedFigure>map(ComparedRate::new)
            .toList();

    private static final List<ComparedFigure> LATENCIES = Stream.of(
                    Metric.TTFT,
                    Metric.TTFT_SCHEDULED,
                    Metric.TPOT,
                    Metric.TPOT_SCHEDULED,
                    Metric.ITL,
                    Metric.NTPOT,
                    Metric.LATENCY,
                    Metric.LATENCY_SCHEDULED)
            .flatMap(metric -> Stream.of(Statistic.values())
                    .<ComparedFigure>map(statistic -> new ComparedStatistic(metric, statistic)))
            .toList();

    private static final List<ComparedFigure> REQUESTS = List.of(
            new ComparedRate(Rate.FAILURE_RATE),
            new ComparedStatistic(Metric.INPUT_TOKENS, Statistic.MEAN),
            new ComparedStatistic(Metric.OUTPUT_TOKENS, Statistic.MEAN));

    private static final List<ComparedFigure> WATCHED = Stream.of(
                    "requests_per_second",
                    "output_tokens_per_second",
                    "failure_rate",
                    "ttft.p99",
                    "tpot.p99",
                    "latency.p99")
            .map(ComparedFigures::named)
            .toList();

    private ComparedFigures() {}

    /** Returns the metrics that are rates of a whole run. */
    public static List<ComparedFigure> rates() {
        return RATES;
    }

    /** Returns the metrics that are statistics of latencies. */
    public static List<ComparedFigure> latencies() {
        return LATENCIES;
    }

    /** Returns the metrics for the failure rate and the token counts of requests. */
    public static List<ComparedFigure> requests() {
        return REQUESTS;
    }

    /** Returns all metrics in the order of reports. */
    public static List<ComparedFigure> all() {
        return Stream.of(RATES, LATENCIES, REQUESTS).flatMap(List::stream).toList();
    }

    /** Returns the metrics that a regression check watches by default. Omits metrics that the base run lacks. */
    public static List<ComparedFigure> watched(ComparedRun base) {
        return WATCHED.stream().filter(each -> each.of(base).isPresent()).toList();
    }

    /**
     * Returns the metric with an id.
     *
     * @throws IllegalArgumentException if no metric has this id; the message suggests the most similar id
     */
    public static ComparedFigure named(String id) {
        return all().stream()
                .filter(each -> each.id().equals(id))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("unknown metric '" + id + "'"
                        + Suggestions.hint(
                                id, all().stream().map(ComparedFigure::id).toList())));
    }
}
