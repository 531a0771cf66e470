// SPDX-License-Identifier: Apache-2.0
package io.loadharness.report;

import io.loadharness.metrics.Distribution;
import io.loadharness.metrics.Metric;
import io.loadharness.metrics.RunMetrics;
import java.time.Duration;
import java.util.Optional;

/**
 * The latency that the coordination of workers adds: the part of each latency that neither the server nor the worker causes.
 *
 * @param whole the cost of whole requests, in nanoseconds
 * @param firstToken the cost until the first token, in nanoseconds; empty if responses were not streamed
 * @param latencyShare the median cost, divided by the median latency
 * @param ttftShare the median cost until the first token, divided by the median time to first token
 */
record CoordinationCost(
        Distribution whole, Optional<Distribution> firstToken, double latencyShare, Optional<Double> ttftShare) {

    /** The share of a latency above which reports contain a warning. */
    private static final double MAX_SHARE = 0.05;

    /** Returns the cost; empty if no worker sent requests. */
    static Optional<CoordinationCost> of(RunMetrics metrics) {
        Optional<Distribution> firstToken = metrics.distribution(Metric.COORDINATION_TTFT);
        return metrics.distribution(Metric.COORDINATION).flatMap(whole -> metrics.distribution(Metric.LATENCY)
                .map(latency -> new CoordinationCost(
                        whole, firstToken, share(whole, latency), firstToken.flatMap(each -> metrics.distribution(
                                        Metric.TTFT)
                                .map(ttft -> share(each, ttft))))));
    }

    private static double share(Distribution part, Distribution all) {
        return all.percentile(50) == 0 ? 0 : (double) part.percentile(50) / all.percentile(50);
    }

    /** Returns a warning if a share is too large. */
    Optional<String> warning() {
        if (latencyShare <= MAX_SHARE && ttftShare.orElse(0.0) <= MAX_SHARE) {
            return Optional.empty();
        }
        return Optional.of("The coordination of the workers costs "
                + ttftShare
                        .map(each -> HealthTable.percent(each) + " of the time to first token and ")
                        .orElse("")
                + HealthTable.percent(latencyShare) + " of the latency, more than " + HealthTable.percent(MAX_SHARE)
                + ": the latencies are higher than without workers. Use fewer requests per second for each worker, or a"
                + " faster network.");
    }

    /** Returns a line for the summary. */
    String sentence() {
        return "Coordination of the workers: median " + Quantity.duration(Duration.ofNanos(whole.percentile(50)))
                + ", P99 "
                + Quantity.duration(Duration.ofNanos(whole.percentile(99))) + ", which is "
                + ttftShare
                        .map(each -> HealthTable.percent(each) + " of the time to first token and ")
                        .orElse("")
                + HealthTable.percent(latencyShare) + " of the latency.";
    }
}
