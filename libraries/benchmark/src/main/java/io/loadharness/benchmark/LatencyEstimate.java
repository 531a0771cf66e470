// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmark;

import com.sun.management.OperatingSystemMXBean;
import io.loadharness.LatencyStatistics;
import io.loadharness.Performance;
import io.loadharness.Scenario;
import io.loadharness.TestResult;
import io.loadharness.internal.Durations;
import io.loadharness.report.RunDescription.Setting;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Short runs that estimate the latency of a query of SingleStream or MultiStream. LoadGen generates its queries before the run, and
 * computes their number from the expected latency. An engine that is much faster than LoadGen's default would complete these queries
 * before the minimum duration of the run.
 */
final class LatencyEstimate {

    /** The expected latency of the estimate, for which LoadGen generates 20,000 queries. */
    private static final Duration FIRST_GUESS = Duration.ofNanos(10_000);

    /** The number of estimates of a fast engine. In the first one, the JVM has not compiled its code yet. */
    private static final int RUNS = 2;

    private static final Duration MAX_LENGTH = Duration.ofMillis(100);

    /** The factor by which the estimate exceeds the planned latency. A long run can be faster than a short estimate. */
    private static final int RESERVE = 2;

    /** The maximum number of generated queries. */
    private static final long MAX_QUERIES = 10_000_000;

    /** The share of the machine's memory for the generated queries. LoadGen refuses to use more than half of it. */
    private static final int MEMORY_SHARE = 4;

    private static final int BYTES_PER_QUERY = 320;
    private static final int BYTES_PER_SAMPLE = 240;

    /** The factor by which the generated queries exceed those that LoadGen expects. */
    private static final int LOADGEN_RESERVE = 2;

    private LatencyEstimate() {}

    /**
     * Returns the load with enough queries for its minimum duration, if only engines are measured and the expected latency is not given.
     *
     * @param folder the folder for LoadGen's logs of the estimate
     */
    static PreparedLoad sized(PreparedLoad prepared, Path folder) {
        if (!(prepared.load() instanceof LoadGenScenario load)
                || !load.hasDefaultLatency()
                || !prepared.measured().isOfEngines()) {
            return prepared;
        }
        String field = load.scenario().name().toLowerCase(Locale.ROOT) + "_expected_latency_ns";
        Map<String, Number> fields = LoadGenScenario.fields(prepared.settings(0));
        Duration length = Duration.ofMillis(value(fields, "min_duration_ms"));
        boolean isPadded = value(fields, "sample_concatenate_permutation") != 0; // the latency sets the minimum, too
        if (length.isZero() || isPadded) {
            return prepared;
        }
        long samplesPerQuery =
                load.scenario() == Scenario.MULTI_STREAM ? value(fields, "multi_stream_samples_per_query") : 1;
        long maxQueries = maxQueries(
                ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getTotalMemorySize(), samplesPerQuery);
        Duration ofEstimate = length.compareTo(MAX_LENGTH) < 0 ? length : MAX_LENGTH;
        PreparedLoad estimate = prepared.with(load.estimating(FIRST_GUESS, ofEstimate));
        Duration expected = Duration.ZERO;
        for (int run = 1; run <= RUNS; run++) {
            Optional<Duration> median = estimate.estimate(folder.resolve("estimate-" + run))
                    .flatMap(result -> median(load.scenario(), result));
            if (median.isEmpty()) {
                return prepared; // the run itself fails for the same reason
            }
            expected = expected(median.get(), length, maxQueries);
            if (expected.toNanos() >= value(fields, field)) {
                return prepared;
            }
        }
        prepared.listener()
                .message(load.scenario().loadGenName() + ": short runs estimated the latency; the run is sized for "
                        + Durations.inWords(expected) + " per query, to last at least "
                        + Durations.inWords(length));
        return prepared.with(load.expecting(expected))
                .with(prepared.description().with(new Setting(field, String.valueOf(expected.toNanos()), "estimate")));
    }

    /** Returns the maximum number of queries that LoadGen generates on a machine with this memory. */
    static long maxQueries(long memoryBytes, long samplesPerQuery) {
        long affordable = memoryBytes / MEMORY_SHARE / (BYTES_PER_QUERY + BYTES_PER_SAMPLE * samplesPerQuery);
        return Math.max(1, Math.min(MAX_QUERIES, affordable));
    }

    private static long value(Map<String, Number> fields, String name) {
        return LoadGenScenario.field(fields, name).longValue();
    }

    private static Optional<Duration> median(Scenario scenario, TestResult result) {
        if (!result.failures().isEmpty()) {
            return Optional.empty(); // a failure can be much faster than a response
        }
        Optional<LatencyStatistics> latency = scenario == Scenario.MULTI_STREAM
                ? result.performance().flatMap(Performance::queryLatency)
                : result.performance().map(Performance::latency);
        return latency.map(each -> each.percentile(50));
    }

    /**
     * Returns the expected latency of a run.
     *
     * @param median the median of the estimate
     * @param length the minimum duration of the run
     * @param maxQueries the maximum number of queries that LoadGen generates
     */
    static Duration expected(Duration median, Duration length, long maxQueries) {
        Duration fewestQueries = length.multipliedBy(LOADGEN_RESERVE).dividedBy(maxQueries);
        Duration planned = median.dividedBy(RESERVE);
        Duration longer = planned.compareTo(fewestQueries) < 0 ? fewestQueries : planned;
        return longer.isZero() ? Duration.ofNanos(1) : longer;
    }
}
