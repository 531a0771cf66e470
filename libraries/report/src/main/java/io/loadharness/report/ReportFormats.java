// SPDX-License-Identifier: Apache-2.0
package io.loadharness.report;

import io.loadharness.internal.Suggestions;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.function.Predicate;

/**
 * The available report formats.
 *
 * <pre>{@code
 * String summary = ReportFormats.named("text").text(report);
 * }</pre>
 */
public final class ReportFormats {

    private static final List<ReportFormat> ALL = List.of(
            ofEveryRun("json", "result.json", JsonReport::write),
            ofEveryRun("html", "report.html", HtmlReport::write),
            ofEveryRun(
                    "text", "summary.txt", (report, out) -> ReportText.write(out, text -> Summary.print(text, report))),
            ofEveryRun("markdown", "summary.md", MarkdownReport::write),
            ofEveryRun("csv", "metrics.csv", CsvReport::write),
            ofEveryRun("junit", "junit.xml", JunitReport::write),
            ofOtherTool("inference-perf", "inference-perf/summary_lifecycle_metrics.json", InferencePerfReport::ofRun),
            ofOtherTool(
                    "inference-perf-stage",
                    "inference-perf/stage_0_lifecycle_metrics.json",
                    InferencePerfReport::ofStage),
            ofOtherTool(
                    "inference-perf-requests",
                    "inference-perf/per_request_lifecycle_metrics.json",
                    InferencePerfRequests::write),
            new Format(
                    "inference-perf-prometheus",
                    "inference-perf/summary_prometheus_metrics.json",
                    false,
                    report -> report.servers().isPresent(),
                    InferencePerfServers::write),
            ofOtherTool(LlmdReport1.NAME, "llm-d/benchmark_report_v0.1.yaml", LlmdReport1::write),
            ofOtherTool("llm-d-0.2", "llm-d/benchmark_report_v0.2.yaml", LlmdReport2::write));

    /** A method that writes a report. */
    @FunctionalInterface
    private interface Content {
        void write(RunReport report, OutputStream out) throws IOException;
    }

    private record Format(
            String name, String fileName, boolean isOfEveryRun, Predicate<RunReport> suitable, Content content)
            implements ReportFormat {

        @Override
        public boolean suits(RunReport report) {
            return suitable.test(report);
        }

        @Override
        public void write(RunReport report, OutputStream out) throws IOException {
            content.write(report, out);
        }
    }

    private ReportFormats() {}

    private static ReportFormat ofEveryRun(String name, String fileName, Content content) {
        return new Format(name, fileName, true, report -> true, content);
    }

    /** Returns a format of another tool. Reports in such a format are written only on request. */
    private static ReportFormat ofOtherTool(String name, String fileName, Content content) {
        return new Format(name, fileName, false, report -> true, content);
    }

    /** Returns all formats. Their names are unique. */
    public static List<ReportFormat> all() {
        return ALL;
    }

    /**
     * Returns the format with a name.
     *
     * @throws IllegalArgumentException if no format has this name; the message suggests the most similar name
     */
    public static ReportFormat named(String name) {
        return ALL.stream().filter(each -> each.name().equals(name)).findFirst().orElseThrow(() -> {
            List<String> names = ALL.stream().map(ReportFormat::name).toList();
            return new IllegalArgumentException(
                    "unknown format '" + name + "'" + Suggestions.hintAndNames(name, names));
        });
    }
}
