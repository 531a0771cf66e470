// SPDX-License-Identifier: Apache-2.0
package io.loadharness.report.compare;

import io.loadharness.metrics.LatencyBreakdown;
import io.loadharness.metrics.Metric;
import io.loadharness.metrics.RunMetrics;
import io.loadharness.record.RecordReader;
import io.loadharness.report.RunFolder;
import io.loadharness.report.RunReport;
import java.io.IOException;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;

/** Reads a run of LoadHarness from its records. Unlike {@code result.json}, the records contain the values of all requests. */
final class RecordedResult {

    private RecordedResult() {}

    static ComparedRun of(RunFolder folder) throws IOException {
        RunReport report = RunReport.of(folder);
        RunMetrics measured = report.metrics();
        Map<Metric, MetricSummary> metrics = new EnumMap<>(Metric.class);
        measured.distributions().forEach((metric, values) -> metrics.put(metric, MetricSummary.of(values)));
        Map<String, Long> failures = new LinkedHashMap<>();
        measured.counts().failures().forEach((kind, summary) -> failures.put(kind.name(), summary.count()));
        return new ComparedRun(
                folder.path().toString(),
                LoadHarnessResult.TOOL,
                Optional.of(report.verdict()),
                report.reasonTexts(),
                LoadHarnessResult.settings(ResultNode.read(folder.description())),
                OptionalLong.of(measured.counts().completed()),
                OptionalLong.of(measured.counts().failed()),
                failures,
                measured.rates(),
                metrics,
                warnings(report),
                phases(report));
    }

    /** Returns all warnings of a run, as its page does: those next to the verdict first. */
    private static List<String> warnings(RunReport report) {
        return Stream.concat(
                        report.warnings().stream(), report.outcome().stream().flatMap(each -> each.warnings().stream()))
                .distinct()
                .toList();
    }

    private static Optional<RecordedPhases> phases(RunReport report) throws IOException {
        try (RecordReader records = report.folder().openRecords()) {
            return LatencyBreakdown.of(records).map(times -> RecordedPhases.of(report, times));
        }
    }
}
