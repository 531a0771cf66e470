// SPDX-License-Identifier: Apache-2.0
package io.loadharness.report.compare;

import io.loadharness.internal.Suggestions;
import io.loadharness.metrics.Metric;
import io.loadharness.metrics.Rate;
import java.util.List;
import java.util.stream.Stream;

/** The figures that runs are compared by. */
public final class ComparedFigures {

    private static final List<ComparedFigure> RATES = Stream.of(Rate.values())
            .filter(each -> each != Rate.FAILURE_RATE)
            .<ComparedFigure>map(ComparedRate::new)
            .toList();

    private static final List<ComparedFigure> TIMES = Stream.of(
                    Metric.TTFT, Metric.TPOT, Metric.ITL, Metric.NTPOT, Metric.LATENCY, Metric.LATENCY_SCHEDULED)
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

    /** Of a run as a whole. */
    public static List<ComparedFigure> rates() {
        return RATES;
    }

    /** How long what took. */
    public static List<ComparedFigure> times() {
        return TIMES;
    }

    /** What the requests were, and how many failed. */
    public static List<ComparedFigure> requests() {
        return REQUESTS;
    }

    /** All, in the order in which they are shown. */
    public static List<ComparedFigure> all() {
        return Stream.of(RATES, TIMES, REQUESTS).flatMap(List::stream).toList();
    }

    /** Those by which a run is worse than its base, unless somebody says otherwise: of them, the ones that the base has. */
    public static List<ComparedFigure> watched(ComparedRun base) {
        return WATCHED.stream().filter(each -> each.of(base).isPresent()).toList();
    }

    /**
     * A figure by its id.
     *
     * @throws IllegalArgumentException if there is none; the message names the nearest
     */
    public static ComparedFigure named(String id) {
        return all().stream()
                .filter(each -> each.id().equals(id))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("'" + id + "' is no figure; the nearest is "
                        + Suggestions.nearest(
                                id, all().stream().map(ComparedFigure::id).toList())));
    }
}
