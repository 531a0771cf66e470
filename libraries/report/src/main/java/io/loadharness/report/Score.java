// SPDX-License-Identifier: Apache-2.0
package io.loadharness.report;

import io.loadharness.LatencyStatistics;
import io.loadharness.Performance;
import io.loadharness.Scenario;
import io.loadharness.TestResult;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * The one figure that MLPerf scores a scenario by; for a load that is not LoadGen's, its rate.
 *
 * @param amount how much, with its unit if it is a time
 * @param what of what, as in "samples/s"
 */
public record Score(String amount, String what) {

    /** The figure of a run; empty if it measured none. */
    public static Optional<Score> of(TestResult result) {
        return result.performance()
                .map(performance ->
                        of(result.scenario(), result.log().loadGenVersion().isPresent(), performance));
    }

    /** The figure of a run of which there is a report; empty if it measured none. */
    static Optional<Score> of(RunReport report) {
        return report.outcome().flatMap(outcome -> outcome.performance()
                .map(performance -> of(
                        report.description().scenario(),
                        outcome.loadGenVersion().isPresent(),
                        performance)));
    }

    private static Score of(Scenario scenario, boolean ofLoadGen, Performance performance) {
        String rate = Quantity.number(performance.throughput().completedSamples());
        if (!ofLoadGen) {
            return new Score(rate, "samples/s");
        }
        return switch (scenario) {
            case SINGLE_STREAM -> percentile(performance, 90);
            case MULTI_STREAM -> percentile(performance, 99);
            case SERVER -> new Score(rate, "queries/s");
            case OFFLINE -> new Score(rate, "samples/s");
        };
    }

    /** The bound that LoadGen is sure of, where the run was long enough for one, else the percentile as measured. */
    private static Score percentile(Performance performance, double target) {
        return performance
                .earlyStopping()
                .flatMap(early -> Optional.ofNullable(early.estimates().firstEntry()))
                .map(Score::percentile)
                .orElseGet(() -> percentile(Map.entry(target, whole(performance).percentile(target))));
    }

    private static LatencyStatistics whole(Performance performance) {
        return performance.queryLatency().orElse(performance.latency());
    }

    private static Score percentile(Map.Entry<Double, Duration> percentile) {
        String which = String.format(Locale.ROOT, "%s %% latency", Quantity.number(percentile.getKey()));
        return new Score(Quantity.duration(percentile.getValue()), which);
    }
}
