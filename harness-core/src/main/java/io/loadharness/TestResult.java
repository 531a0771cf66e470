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
 * What a run came to. Immutable. A {@link LoadGenerator} makes it; a run that broke has none and throws
 * {@link TestFailedException} instead.
 *
 * @param verdict how the run ended
 * @param reasons why it is not valid, the most severe first; empty if it is valid
 * @param clientLimited whether the figures are those of the client, which did not keep up; the reasons say in what
 * @param scenario the traffic pattern
 * @param mode what the run did with its traffic, {@code audit.config} applied
 * @param progress where the run stood at its end
 * @param failures the failures by kind; no entry for a kind that did not happen
 * @param performance what was measured; empty if the run was aborted or measured no performance
 * @param log what the generator wrote about the run
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
     * How often a kind of failure happened.
     *
     * @param count at least 1
     * @param firstMessage what the first of them said
     */
    public record FailureCount(long count, String firstMessage) {

        public FailureCount {
            if (count < 1) {
                throw new IllegalArgumentException("count must be at least 1: " + count);
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
                    "a run has reasons if and only if it is not VALID: " + verdict + reasons);
        }
        if (clientLimited && verdict == Verdict.VALID) {
            throw new IllegalArgumentException("a run that is client-limited is not VALID");
        }
    }

    private static Map<Failure.Kind, FailureCount> ordered(Map<Failure.Kind, FailureCount> failures) {
        Map<Failure.Kind, FailureCount> ordered = new EnumMap<>(Failure.Kind.class);
        ordered.putAll(failures);
        return Collections.unmodifiableMap(ordered);
    }

    /** How long the run took, from when its first query could be issued. */
    public Duration elapsed() {
        return progress.elapsed();
    }

    /** Where the log files are. */
    public LogFiles logs() {
        return log.files();
    }

    /** The generator's own summary, as it stands in {@link LogFiles#summary}; empty if an aborted run has none. */
    public String summaryText() {
        return log.summaryText();
    }

    /**
     * The throughput, whatever the scenario; see {@link Performance.Throughput#completedSamples}.
     *
     * @throws IllegalStateException if the run has no performance part
     */
    public double completedSamplesPerSecond() {
        return performance
                .map(measured -> measured.throughput().completedSamples())
                .orElseThrow(() -> new IllegalStateException("no samples per second: a run in mode "
                        + mode.loadGenName() + " with verdict " + verdict + " measured no performance"));
    }

    /** One line: the verdict, the run, its throughput where it has one, and the reasons. */
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
