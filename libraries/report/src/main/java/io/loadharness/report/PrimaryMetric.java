// SPDX-License-Identifier: Apache-2.0
package io.loadharness.report;

import io.loadharness.LatencyStatistics;
import io.loadharness.Performance;
import io.loadharness.Scenario;
import io.loadharness.TestResult;
import io.loadharness.metrics.Rate;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * The metric by which MLPerf compares the results of a scenario. For runs without LoadGen, the metric is the rate of completed samples.
 *
 * @param value the value, with its unit if it is a time
 * @param label the unit of a rate, or the name of a time, such as "samples/s" or "90 % latency"
 */
public record PrimaryMetric(String value, String label) {

    /** Returns the metric of a test result; empty if the result has no performance values. */
    public static Optional<PrimaryMetric> of(TestResult result) {
        return result.performance()
                .map(performance ->
                        of(result.scenario(), result.log().loadGenVersion().isPresent(), performance));
    }

    /**
     * Returns the metric of a reported run; empty if the run has no performance values. If a rule set decides the verdict, the metric is
     * the request rate from the records. The rules use this rate, not the rate of LoadGen.
     */
    public static Optional<PrimaryMetric> of(RunReport report) {
        Double rate = report.metrics().rates().get(Rate.REQUESTS_PER_SECOND);
        if (report.ruleVerdict().isPresent() && rate != null) {
            return Optional.of(new PrimaryMetric(Quantity.number(rate), Rate.REQUESTS_PER_SECOND.unit()));
        }
        return report.outcome().flatMap(outcome -> outcome.performance()
                .map(performance -> of(
                        report.description().scenario(),
                        outcome.loadGenVersion().isPresent(),
                        performance)));
    }

    private static PrimaryMetric of(Scenario scenario, boolean ofLoadGen, Performance performance) {
        String rate = Quantity.number(performance.throughput().completedSamples());
        if (!ofLoadGen) {
            return new PrimaryMetric(rate, "samples/s");
        }
        return switch (scenario) {
            case SINGLE_STREAM -> percentile(performance, 90);
            case MULTI_STREAM -> percentile(performance, 99);
            case SERVER -> new PrimaryMetric(rate, "queries/s");
            case OFFLINE -> new PrimaryMetric(rate, "samples/s");
        };
    }

    /** Returns LoadGen's early-stopping estimate. If the run was too short for an estimate, returns the measured percentile. */
    private static PrimaryMetric percentile(Performance performance, double target) {
        return performance
                .earlyStopping()
                .flatMap(early -> Optional.ofNullable(early.estimates().firstEntry()))
                .map(PrimaryMetric::percentile)
                .orElseGet(() ->
                        percentile(Map.entry(target, queryLatency(performance).percentile(target))));
    }

    private static LatencyStatistics queryLatency(Performance performance) {
        return performance.queryLatency().orElse(performance.latency());
    }

    private static PrimaryMetric percentile(Map.Entry<Double, Duration> percentile) {
        String label = String.format(Locale.ROOT, "%s %% latency", Quantity.number(percentile.getKey()));
        return new PrimaryMetric(Quantity.duration(percentile.getValue()), label);
    }
}
