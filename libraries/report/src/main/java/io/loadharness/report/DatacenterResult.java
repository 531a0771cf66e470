// SPDX-License-Identifier: Apache-2.0
package io.loadharness.report;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.loadharness.Verdict;
import io.loadharness.metrics.Metric;
import io.loadharness.metrics.Rate;
import io.loadharness.metrics.RunMetrics;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The result files of the datacenter benchmark: a JSON file and a text file, each with the results of all scenarios of the benchmark.
 *
 * @param node the name of the machine
 * @param time the end of the last run; the file names contain it
 * @param reports a report for each scenario
 */
public record DatacenterResult(String node, LocalDateTime time, List<RunReport> reports) {

    private static final DateTimeFormatter NAME = DateTimeFormatter.ofPattern("yyyyMMdd_HHmmss");
    private static final List<Double> PERCENTAGES = List.of(50.0, 90.0, 95.0, 99.0);
    private static final double PERCENT = 100;
    private static final double NANOS_PER_SECOND = 1e9;

    public DatacenterResult {
        reports = List.copyOf(reports);
        if (reports.isEmpty()) {
            throw new IllegalArgumentException("reports must not be empty: a datacenter result needs at least one run");
        }
    }

    /** Writes both files to a folder. */
    public void write(Path folder) throws IOException {
        String stamp = node.replaceAll("[^A-Za-z0-9._-]", "-") + "_" + NAME.format(time);
        RunJson.write(folder.resolve("mlperf_datacenter_" + stamp + ".json"), document());
        WholeFile.write(
                folder.resolve("summary_" + stamp + ".txt"), out -> out.write(text().getBytes(StandardCharsets.UTF_8)));
    }

    private ObjectNode document() {
        ObjectNode document = RunJson.MAPPER.createObjectNode();
        document.putObject("benchmark_info")
                .put("benchmark", "MLPerf Inference Datacenter")
                .put("model", reports.get(0).description().model())
                .put("timestamp", DateTimeFormatter.ISO_LOCAL_DATE_TIME.format(time));
        ObjectNode scenarios = document.putObject("scenarios");
        for (RunReport each : reports) {
            scenarios.set(each.description().scenario().loadGenName(), scenario(each));
        }
        return document;
    }

    private static ObjectNode scenario(RunReport report) {
        RunMetrics metrics = report.metrics();
        Map<Rate, Double> rates = metrics.rates();
        ObjectNode node = RunJson.MAPPER.createObjectNode();
        node.put("valid", report.verdict() == Verdict.VALID);
        report.reasonTexts().forEach(node.withArray("reasons")::add);
        node.put("achieved_qps", rates.get(Rate.REQUESTS_PER_SECOND));
        node.put("throughput_tokens_per_sec", rates.get(Rate.OUTPUT_TOKENS_PER_SECOND));
        node.put("success_rate", rates.containsKey(Rate.FAILURE_RATE) ? 1 - rates.get(Rate.FAILURE_RATE) : null);
        node.put("total_queries", metrics.counts().total());
        node.put("duration_sec", rates.get(Rate.DURATION));
        for (double percentage : PERCENTAGES) {
            node.put("latency_" + Percentages.name(percentage), seconds(metrics, percentage));
        }
        node.putNull("accuracy"); // performance runs do not measure the accuracy
        return node;
    }

    private static @Nullable Double seconds(RunMetrics metrics, double percentage) {
        return metrics.distribution(Metric.LATENCY_SCHEDULED)
                .map(values -> values.percentile(percentage) / NANOS_PER_SECOND)
                .orElse(null);
    }

    private String text() {
        StringBuilder text = new StringBuilder("MLPerf Inference Datacenter, ")
                .append(reports.get(0).description().model())
                .append("\nNode: ")
                .append(node)
                .append("\nTime: ")
                .append(DateTimeFormatter.ISO_LOCAL_DATE_TIME.format(time))
                .append('\n');
        for (RunReport each : reports) {
            text.append('\n').append(each.description().scenario().loadGenName());
            text.append(": ").append(each.verdict()).append('\n');
            each.reasons()
                    .forEach(reason -> text.append("  ").append(reason.text()).append('\n'));
            for (Rate rate : Rate.values()) {
                Double value = each.metrics().rates().get(rate);
                if (value != null) {
                    boolean isRatio = rate == Rate.FAILURE_RATE;
                    text.append(String.format(
                            Locale.ROOT,
                            "  %-30s %.3f %s%n",
                            rate.title(),
                            isRatio ? PERCENT * value : value,
                            isRatio ? "%" : rate.unit()));
                }
            }
        }
        return text.toString();
    }
}
