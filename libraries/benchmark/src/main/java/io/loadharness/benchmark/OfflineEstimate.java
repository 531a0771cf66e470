// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmark;

import io.loadharness.LoadGenerator;
import io.loadharness.Performance;
import io.loadharness.TestResult;
import io.loadharness.Verdict;
import io.loadharness.report.Quantity;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * Short offline runs that estimate the rate of the servers. LoadGen sizes an offline run by its expected rate, thus faster servers would
 * complete it before its minimum duration. Not thread-safe.
 */
final class OfflineEstimate {

    private static final int MAX_RUNS = 6;
    private static final int SHARE_OF_DURATION = 6;
    private static final double LONG_ENOUGH = 0.8;

    /** A longer run may be faster than an estimate, which includes the start and the end of the load. */
    private static final double RESERVE = 1.5;

    /** An estimate is confirmed if the next one is at most this much higher. */
    private static final double MAX_GROWTH = 1.1;

    private static final double MAX_RATE = 1e6;

    private final LoadGenScenario load;
    private final Duration duration;
    private final PreparedLoad prepared;
    private final Path folder;
    private double rate;

    private OfflineEstimate(LoadGenScenario load, Duration duration, PreparedLoad prepared, Path folder) {
        this.load = load;
        this.duration = duration;
        this.prepared = prepared;
        this.folder = folder;
        this.rate = load.targetQps();
    }

    /**
     * Returns the load with enough samples for its minimum duration. Estimates the rate of the servers first, if the load is an offline load
     * under rules with a minimum duration.
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
            Duration length = seconds(Math.max(ofEstimate.toNanos() / 1e9, minSamples() / rate));
            Optional<TestResult> result = estimate(run, length);
            Optional<Performance> performance = result.flatMap(TestResult::performance);
            if (performance.isEmpty()) {
                return prepared; // the run itself fails for the same reason
            }
            double measured = performance.get().throughput().completedSamples();
            boolean confirmed = run > 1 && measured <= MAX_GROWTH * highest;
            boolean isLong = result.get().elapsed().toNanos() >= LONG_ENOUGH * ofEstimate.toNanos();
            highest = Math.max(highest, measured);
            rate = Math.min(Math.max(highest, load.targetQps()), MAX_RATE);
            boolean isLarge = result.get().progress().completed() >= minSamples();
            if (highest <= load.targetQps() || (confirmed && isLong && isLarge)) {
                return expecting(highest);
            }
        }
        return expecting(rate);
    }

    /**
     * Returns the number of samples that an estimate needs. With fewer, it consists mostly of the start and the end, when not all slots are
     * used.
     */
    private double minSamples() {
        return Math.min(2.0 * BenchmarkSession.OFFLINE_CONCURRENCY, rate * duration.toNanos() / 1e9 / 2);
    }

    private static Duration seconds(double seconds) {
        return Duration.ofMillis((long) Math.ceil(1000 * seconds));
    }

    private Optional<TestResult> estimate(int run, Duration ofEstimate) {
        PreparedLoad estimate = prepared.with(load.expecting(rate, ofEstimate));
        try (LoadGenerator generator = estimate.load().generator()) {
            RunResult result = new WatchedRuns(generator, BenchmarkListener.NONE, prepared.abortController())
                    .run(
                            prepared.measured().system(),
                            prepared.measured().library(),
                            estimate.settings(0),
                            folder.resolve("estimate-" + run),
                            Optional::empty,
                            prepared.measured()::lost);
            return result.testResult().filter(ended -> ended.verdict() != Verdict.ABORTED);
        }
    }

    private PreparedLoad expecting(double measured) {
        String estimate = "Offline: the servers complete about " + Quantity.number(measured) + " samples/s";
        if (measured <= load.targetQps()) {
            prepared.listener()
                    .message(estimate + ", not more than the target of " + Quantity.number(load.targetQps())
                            + ", which sizes the run");
            return prepared;
        }
        double expected = Math.min(RESERVE * measured, MAX_RATE);
        prepared.listener()
                .message(estimate + ", more than the target of " + Quantity.number(load.targetQps())
                        + ": the run is sized for " + Quantity.number(expected) + " samples/s, to last at least "
                        + Quantity.duration(duration));
        return prepared.with(load.expecting(expected, duration));
    }
}
