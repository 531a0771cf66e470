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
 * What the result of a run says, in our names and units. What it does not say is missing.
 *
 * @param name of the file or folder, and which of its runs it is if it has several
 * @param tool that measured it
 * @param verdict what it is worth; empty if the tool does not judge
 * @param reasons why it is not valid, the gravest first
 * @param settings what was to be run, by name
 * @param answered requests with an answer
 * @param failed requests without one
 * @param failures how many of which kind, in the words of the tool
 * @param rates of the run as a whole
 * @param metrics of its requests
 * @param remarks what to mind when it is compared with the runs of other tools, a sentence each
 */
public record ComparedRun(
        String name,
        String tool,
        Optional<Verdict> verdict,
        List<String> reasons,
        Map<String, String> settings,
        OptionalLong answered,
        OptionalLong failed,
        Map<String, Long> failures,
        Map<Rate, Double> rates,
        Map<Metric, MetricSummary> metrics,
        List<String> remarks) {

    public ComparedRun {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(tool, "tool");
        Objects.requireNonNull(verdict, "verdict");
        reasons = List.copyOf(reasons);
        settings = Collections.unmodifiableMap(new LinkedHashMap<>(settings));
        Objects.requireNonNull(answered, "answered");
        Objects.requireNonNull(failed, "failed");
        failures = Collections.unmodifiableMap(new LinkedHashMap<>(failures));
        Map<Rate, Double> knownRates = new EnumMap<>(Rate.class);
        knownRates.putAll(rates);
        failureRate(answered, failed).ifPresent(known -> knownRates.put(Rate.FAILURE_RATE, known));
        rates = Collections.unmodifiableMap(knownRates);
        Map<Metric, MetricSummary> knownMetrics = new EnumMap<>(Metric.class);
        knownMetrics.putAll(metrics);
        metrics = Collections.unmodifiableMap(knownMetrics);
        remarks = List.copyOf(remarks);
    }

    private static Optional<Double> failureRate(OptionalLong answered, OptionalLong failed) {
        if (answered.isEmpty() || failed.isEmpty() || answered.getAsLong() + failed.getAsLong() == 0) {
            return Optional.empty();
        }
        return Optional.of((double) failed.getAsLong() / (answered.getAsLong() + failed.getAsLong()));
    }

    /** Whether the tool says that its figures do not count. */
    public boolean isInvalid() {
        return verdict.isPresent() && verdict.get() != Verdict.VALID;
    }
}
