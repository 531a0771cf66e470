// SPDX-License-Identifier: Apache-2.0
package io.loadharness;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * The result of a run. Immutable. Returned by a {@link LoadGenerator}. A run that failed has no result and throws
 * {@link TestFailedException}.
 *
 * <pre>{@code
 * if (result.verdict() != Verdict.VALID) {
 *     result.reasons().forEach(System.err::println);
 * }
 * result.performance().ifPresent(measured -> System.out.println(measured.latency().percentile(99)));
 * }</pre>
 *
 * @param verdict the outcome of the run
 * @param reasons the reasons why the run is not valid, the most severe first; empty if the run is valid
 * @param clientLimited true if the load generator, not the server, was the bottleneck; the reasons give the cause
 * @param scenario the load pattern
 * @param mode the mode of the run, with {@code audit.config} applied
 * @param progress the progress at the end of the run
 * @param failures the failures by kind; a kind that did not occur has no entry
 * @param performance the measured performance; empty if the run was aborted or did not measure performance
 * @param log the log that the generator wrote about the run
 */
public record TestResult(
        Verdict verdict,
        List<Reason> reasons,
        boolean clientLimited,
        Scenario scenario,
        TestMode mode,
        TestRun.Progress progress,
        Map<Failure.Kind, FailureCount> failures,
        Optional<Performance> performance,
        TestLog log) {

    /**
     * The number of failures of one kind.
     *
     * @param count the number of failures, at least 1
     * @param firstMessage the message of the first failure
     */
    public record FailureCount(long count, String firstMessage) {

        public FailureCount {
            if (count < 1) {
                throw new IllegalArgumentException("count must be at least 1: got " + count);
            }
            Objects.requireNonNull(firstMessage, "firstMessage");
        }
    }

    public TestResult {
        Objects.requireNonNull(verdict, "verdict");
        reasons = List.copyOf(reasons);
        Objects.requireNonNull(scenario, "scenario");
        Objects.requireNonNull(mode, "mode");
        Objects.requireNonNull(progress, "progress");
        failures = ordered(failures);
        Objects.requireNonNull(performance, "performance");
        Objects.requireNonNull(log, "log");
        if (reasons.isEmpty() != (verdict == Verdict.VALID)) {
            throw new IllegalArgumentException(
                    "a VALID result must have no reasons, any other result at least one: got " + verdict
                            + " with reasons " + reasons);
        }
        if (clientLimited && verdict == Verdict.VALID) {
            throw new IllegalArgumentException("clientLimited must be false if the verdict is VALID");
        }
    }

    private static Map<Failure.Kind, FailureCount> ordered(Map<Failure.Kind, FailureCount> failures) {
        Map<Failure.Kind, FailureCount> ordered = new EnumMap<>(Failure.Kind.class);
        ordered.putAll(failures);
        return Collections.unmodifiableMap(ordered);
    }

    /** Returns the duration of the run, from the start of the load generation. */
    public Duration elapsed() {
        return progress.elapsed();
    }

    /** Returns the paths of the log files. */
    public LogFiles logs() {
        return log.files();
    }

    /** Returns the generator's summary, the content of {@link LogFiles#summary}; empty if an aborted run has no summary. */
    public String summaryText() {
        return log.summaryText();
    }

    /**
     * Returns the throughput. Available in all scenarios; see {@link Performance.Throughput#completedSamples}.
     *
     * @throws IllegalStateException if the run did not measure performance
     */
    public double completedSamplesPerSecond() {
        return performance
                .map(measured -> measured.throughput().completedSamples())
                .orElseThrow(
                        () -> new IllegalStateException("completedSamplesPerSecond is not available: a run in mode "
                                + mode.loadGenName() + " with verdict " + verdict + " did not measure performance"));
    }

    /** Returns one line with the verdict, the scenario, the mode, the throughput if it was measured, and the reasons. */
    @Override
    public String toString() {
        String rate = performance
                .map(measured -> ", " + measured.throughput().completedSamples() + " samples/s")
                .orElse("");
        Path directory = logs().detail().toAbsolutePath().getParent();
        return "TestResult[" + verdict + ", " + scenario.loadGenName() + ", " + mode.loadGenName() + rate + ", reasons="
                + reasons + ", logs in " + directory + "]";
    }
}
