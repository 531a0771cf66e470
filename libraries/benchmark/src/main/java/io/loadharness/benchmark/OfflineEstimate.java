// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmark;

import io.loadharness.Performance;
import io.loadharness.TestResult;
import io.loadharness.report.Quantity;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * Short offline runs that estimate the rate of the servers. LoadGen computes the number of samples of an offline run from the expected
 * rate. Servers that are faster than expected would complete these samples before the minimum duration of the run. Not thread-safe.
 */
final class OfflineEstimate {

    private static final int MAX_RUNS = 6;
    private static final int SHARE_OF_DURATION = 6;
    private static final double LONG_ENOUGH = 0.8;

    /**
     * The factor by which the planned rate exceeds the estimate. A long run can be faster than a short estimate, because its slow start and
     * end are a smaller part of it.
     */
    private static final double RESERVE = 1.5;

    /** The maximum ratio of an estimate to the highest earlier estimate. Up to this ratio, it confirms the earlier estimate. */
    private static final double MAX_GROWTH = 1.1;

    private static final double MAX_RATE = 1e6;

    private final LoadGenScenario load;
    private final Duration duration;
    private final PreparedLoad prepared;
    private final Path folder;
    private final double target;
    private double rate;

    private OfflineEstimate(LoadGenScenario load, Duration duration, PreparedLoad prepared, Path folder) {
        this.load = load;
        this.duration = duration;
        this.prepared = prepared;
        this.folder = folder;
        this.target = load.targetQps().orElse(0);
        this.rate = load.targetQps().orElse(1);
    }

    /**
     * Returns the load with enough samples for its minimum duration. If the expected rate of an offline load is not given, or if rules
     * require a minimum duration, this method first estimates the rate of the servers.
     *
     * @param folder the folder for LoadGen's logs of the estimates
     */
    static PreparedLoad sized(PreparedLoad prepared, Path folder) {
        if (!(prepared.load() instanceof LoadGenScenario load)) {
            return prepared;
        }
        return load.durationToFill()
                .map(duration -> new OfflineEstimate(load, duration, prepared, folder).sized())
                .orElse(prepared);
    }

    private PreparedLoad sized() {
        Duration ofEstimate = duration.dividedBy(SHARE_OF_DURATION);
        prepared.listener()
                .message("Offline: estimating the rate of the servers for about " + Quantity.duration(ofEstimate)
                        + ", because the run must last " + Quantity.duration(duration));
        double highest = 0;
        for (int run = 1; run <= MAX_RUNS; run++) {
            boolean isFirstGuess =
                    run == 1 && target <= 0; // the rate is unknown: a slow system must not get many samples
            Duration length =
                    isFirstGuess ? ofEstimate : seconds(Math.max(ofEstimate.toNanos() / 1e9, minSamples() / rate));
            Optional<TestResult> result = estimate(run, length);
            Optional<Performance> performance = result.flatMap(TestResult::performance);
            if (performance.isEmpty()) {
                return prepared; // the run itself fails for the same reason
            }
            double measured = performance.get().throughput().completedSamples();
            boolean confirmed = run > 1 && measured <= MAX_GROWTH * highest;
            boolean isLong = result.get().elapsed().toNanos() >= LONG_ENOUGH * ofEstimate.toNanos();
            highest = Math.max(highest, measured);
            rate = Math.min(Math.max(highest, target), MAX_RATE);
            boolean isLarge = result.get().progress().completed() >= minSamples();
            if (highest <= target || (confirmed && isLong && isLarge)) {
                return expecting(highest);
            }
        }
        return expecting(rate);
    }

    /**
     * Returns the number of samples that an estimate needs. An estimate with fewer samples consists mostly of its start and its end, when
     * not all slots are used.
     */
    private double minSamples() {
        return Math.min(2.0 * BenchmarkSession.OFFLINE_CONCURRENCY, rate * duration.toNanos() / 1e9 / 2);
    }

    private static Duration seconds(double seconds) {
        return Duration.ofMillis((long) Math.ceil(1000 * seconds));
    }

    private Optional<TestResult> estimate(int run, Duration ofEstimate) {
        return prepared.with(load.estimating(rate, ofEstimate)).estimate(folder.resolve("estimate-" + run));
    }

    private PreparedLoad expecting(double measured) {
        String estimate = "Offline: the servers complete about " + Quantity.number(measured) + " samples/s";
        if (measured <= target) {
            prepared.listener()
                    .message(estimate + ", not more than the target of " + Quantity.number(target)
                            + ": the run is sized for the target");
            return prepared;
        }
        double expected = Math.min(RESERVE * measured, MAX_RATE);
        prepared.listener()
                .message(estimate
                        + (target > 0 ? ", more than the target of " + Quantity.number(target) : "")
                        + ": the run is sized for " + Quantity.number(expected) + " samples/s, to last at least "
                        + Quantity.duration(duration));
        return prepared.with(load.expecting(expected, duration));
    }
}
