// SPDX-License-Identifier: Apache-2.0
package io.loadharness.report.compare;

import io.loadharness.Verdict;
import io.loadharness.metrics.Metric;
import io.loadharness.metrics.Rate;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The result of a run of any tool, with the names and units of LoadHarness. Values that the tool does not report are missing.
 *
 * @param name the path of the result file or folder, followed by the number of the run if the file contains several runs
 * @param tool the tool that measured the run
 * @param verdict the verdict; empty if the tool reports no verdict
 * @param reasons the reasons why the run is not valid, the most severe first
 * @param settings the settings of the run, by name
 * @param completed the number of completed requests
 * @param failed the number of failed requests
 * @param failures the number of failures by kind; the tool defines the kinds
 * @param rates the rates of the whole run
 * @param metrics the metrics of the requests
 * @param warnings warnings of the run, and differences from the definitions of LoadHarness, one sentence each
 * @param phases the latencies divided into phases; empty if the result has no records of completed requests
 */
public record ComparedRun(
        String name,
        String tool,
        Optional<Verdict> verdict,
        List<String> reasons,
        Map<String, String> settings,
        OptionalLong completed,
        OptionalLong failed,
        Map<String, Long> failures,
        Map<Rate, Double> rates,
        Map<Metric, MetricSummary> metrics,
        List<String> warnings,
        Optional<RecordedPhases> phases) {

    public ComparedRun {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(tool, "tool");
        Objects.requireNonNull(verdict, "verdict");
        reasons = List.copyOf(reasons);
        settings = Collections.unmodifiableMap(new LinkedHashMap<>(settings));
        Objects.requireNonNull(completed, "completed");
        Objects.requireNonNull(failed, "failed");
        failures = Collections.unmodifiableMap(new LinkedHashMap<>(failures));
        Map<Rate, Double> knownRates = new EnumMap<>(Rate.class);
        knownRates.putAll(rates);
        failureRate(completed, failed).ifPresent(known -> knownRates.put(Rate.FAILURE_RATE, known));
        rates = Collections.unmodifiableMap(knownRates);
        Map<Metric, MetricSummary> knownMetrics = new EnumMap<>(Metric.class);
        knownMetrics.putAll(metrics);
        metrics = Collections.unmodifiableMap(knownMetrics);
        warnings = List.copyOf(warnings);
        Objects.requireNonNull(phases, "phases");
    }

    private static Optional<Double> failureRate(OptionalLong completed, OptionalLong failed) {
        if (completed.isEmpty() || failed.isEmpty() || completed.getAsLong() + failed.getAsLong() == 0) {
            return Optional.empty();
        }
        return Optional.of((double) failed.getAsLong() / (completed.getAsLong() + failed.getAsLong()));
    }

    /** Returns true if the run has a verdict other than {@code VALID}. Do not draw conclusions from the metrics of such a run. */
    public boolean isInvalid() {
        return verdict.isPresent() && verdict.get() != Verdict.VALID;
    }
}
