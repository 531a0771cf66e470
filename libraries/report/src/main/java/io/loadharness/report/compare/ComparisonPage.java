// SPDX-License-Identifier: Apache-2.0
package io.loadharness.report.compare;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.loadharness.metrics.Distribution;
import io.loadharness.metrics.Metric;
import io.loadharness.report.AtomicFileWriter;
import io.loadharness.report.DistributionChart;
import io.loadharness.report.HtmlPage;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** A comparison as a self-contained HTML page that works offline. The size of the page does not depend on the length of the runs. */
public final class ComparisonPage {

    private static final HtmlPage PAGE = new HtmlPage("page.js", "compare.js");
    private static final List<Metric> DRAWN =
            List.of(Metric.TTFT, Metric.TPOT, Metric.ITL, Metric.LATENCY, Metric.LATENCY_SCHEDULED);

    private ComparisonPage() {}

    /**
     * Writes the page to a file. Replaces an existing file.
     *
     * @param findings the findings of a regression check; empty without a regression check
     */
    public static void write(Comparison comparison, Optional<List<String>> findings, Path file) throws IOException {
        AtomicFileWriter.write(file, out -> write(comparison, findings, out));
    }

    /**
     * Writes the page. Does not close the stream.
     *
     * @param findings the findings of a regression check; empty without a regression check
     */
    public static void write(Comparison comparison, Optional<List<String>> findings, OutputStream out)
            throws IOException {
        ObjectNode data = ComparisonJson.document(comparison, findings);
        ArrayNode metrics = data.putArray("metrics");
        for (Metric each : DRAWN) {
            ObjectNode metric = metrics.addObject().put("id", each.id()).put("title", each.title());
            ArrayNode curves = metric.putArray("curves");
            comparison.runs().forEach(run -> curves.add(curve(each, run)));
        }
        PAGE.write(comparison.runs().size() + " runs compared – LoadHarness", data, out);
    }

    /**
     * Returns the percentile curve as pairs: a percentage, and the value at this percentile. If not all values of the run are known, the
     * curve has only the percentiles in the result file.
     */
    private static ArrayNode curve(Metric metric, ComparedRun run) {
        Optional<Distribution> values =
                Optional.ofNullable(run.metrics().get(metric)).flatMap(MetricSummary::distribution);
        if (values.isPresent()) {
            return (ArrayNode) DistributionChart.of(metric, values.get()).get("curve");
        }
        ArrayNode points = ComparisonJson.NODES.arrayNode();
        for (Statistic each : Statistic.values()) {
            if (each.percentage().isPresent()) {
                new ComparedStatistic(metric, each).of(run).ifPresent(value -> points.addArray()
                        .add(each.percentage().getAsInt())
                        .add(value));
            }
        }
        return points;
    }
}
