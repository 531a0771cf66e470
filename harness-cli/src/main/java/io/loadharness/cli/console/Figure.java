package io.loadharness.cli.console;

import io.loadharness.LatencyStatistics;
import io.loadharness.Performance;
import io.loadharness.TestResult;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** The one figure that MLPerf scores a scenario by; for a load that is not LoadGen's, its rate. */
record Figure(String amount, String what) {

    /** The figure of a run; empty if it measured none. */
    static Optional<Figure> of(TestResult result) {
        return result.performance().map(performance -> of(result, performance));
    }

    private static Figure of(TestResult result, Performance performance) {
        if (result.log().loadGenVersion().isEmpty()) {
            return new Figure(Quantity.number(performance.throughput().completedSamples()), "samples/s");
        }
        return switch (result.scenario()) {
            case SINGLE_STREAM -> percentile(performance, 90);
            case MULTI_STREAM -> percentile(performance, 99);
            case SERVER -> new Figure(Quantity.number(performance.throughput().completedSamples()), "queries/s");
            case OFFLINE -> new Figure(Quantity.number(performance.throughput().completedSamples()), "samples/s");
        };
    }

    /** The bound that LoadGen is sure of, where the run was long enough for one, else the percentile as measured. */
    private static Figure percentile(Performance performance, double target) {
        return performance
                .earlyStopping()
                .flatMap(early -> Optional.ofNullable(early.estimates().firstEntry()))
                .map(Figure::percentile)
                .orElseGet(() -> percentile(Map.entry(target, whole(performance).percentile(target))));
    }

    private static LatencyStatistics whole(Performance performance) {
        return performance.queryLatency().orElse(performance.latency());
    }

    private static Figure percentile(Map.Entry<Double, Duration> percentile) {
        String which = String.format(Locale.ROOT, "%s %% latency", Quantity.number(percentile.getKey()));
        return new Figure(Quantity.duration(percentile.getValue()), which);
    }
}
