// SPDX-License-Identifier: Apache-2.0
package io.loadharness.report;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.loadharness.Reason;
import io.loadharness.Scenario;
import io.loadharness.Verdict;
import io.loadharness.metrics.Distribution;
import io.loadharness.metrics.Metric;
import io.loadharness.metrics.Rate;
import io.loadharness.metrics.RequestCounts;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The result files of the datacenter benchmark: a JSON file and a text file, each with the results of all scenarios of the benchmark.
 *
 * @param node the name of the machine
 * @param time the end of the last run; the file names contain this time
 * @param reports a report for each scenario
 */
public record DatacenterResult(String node, LocalDateTime time, List<RunReport> reports) {

    private static final String BENCHMARK = "MLPerf Inference v5.0 Datacenter";
    private static final DateTimeFormatter TIMESTAMP = DateTimeFormatter.ofPattern("yyyyMMdd_HHmmss");
    private static final List<Double> PERCENTAGES = List.of(50.0, 90.0, 99.0);
    private static final List<Metric> TIMES = List.of(Metric.LATENCY_SCHEDULED, Metric.TTFT, Metric.TPOT);
    private static final double NANOS_PER_MILLI = 1e6;
    private static final double PERCENT = 100;

    public DatacenterResult {
        reports = List.copyOf(reports);
        if (reports.isEmpty()) {
            throw new IllegalArgumentException("reports must not be empty: a datacenter result needs at least one run");
        }
    }

    /**
     * Writes the JSON file and the text file to a folder, which is created if it does not exist. Returns the paths of the two files, the
     * JSON file first.
     */
    public List<Path> write(Path folder) throws IOException {
        Files.createDirectories(folder);
        String suffix = node.replaceAll("[^A-Za-z0-9._-]", "-") + "_" + TIMESTAMP.format(time);
        Path json = folder.resolve("mlperf_datacenter_" + suffix + ".json");
        RunJson.write(json, document());
        Path summary = folder.resolve("summary_" + suffix + ".txt");
        AtomicFileWriter.write(summary, out -> out.write(text().getBytes(StandardCharsets.UTF_8)));
        return List.of(json, summary);
    }

    /**
     * Returns the name of the benchmark. If rules were relaxed, the name contains them, so that the result cannot be confused with a result
     * of the full rules.
     */
    private String benchmark() {
        return BENCHMARK
                + reports.stream()
                        .flatMap(each -> each.description().rules().stream())
                        .map(AppliedRules::suffix)
                        .filter(suffix -> !suffix.isEmpty())
                        .findFirst()
                        .orElse("");
    }

    private ObjectNode document() {
        ObjectNode document = RunJson.MAPPER.createObjectNode();
        document.putObject("benchmark_info")
                .put("benchmark", benchmark())
                .put("model", reports.get(0).description().model())
                .put("timestamp", TIMESTAMP.format(time));
        ObjectNode scenarios = document.putObject("scenarios");
        ObjectNode own = document.putObject("loadharness");
        own.put("node", node);
        own.put("version", reports.get(0).description().version());
        ObjectNode settings = own.putObject("settings");
        for (RunDescription.Setting each : reports.get(0).description().settings()) {
            if (each.name().startsWith("--") && !each.value().isEmpty()) { // other settings describe this machine
                settings.put(each.name(), each.value());
            }
        }
        ObjectNode details = own.putObject("scenarios");
        for (RunReport each : reports) {
            String name = each.description().scenario().loadGenName();
            scenarios.set(name, scenario(each));
            details.set(name, details(each));
        }
        return document;
    }

    /** Returns the results of a scenario under the keys that the benchmark defines. */
    private static ObjectNode scenario(RunReport report) {
        Map<Rate, Double> rates = report.metrics().rates();
        ObjectNode node = RunJson.MAPPER.createObjectNode();
        node.put("valid", report.verdict() == Verdict.VALID);
        node.put("achieved_qps", rates.get(Rate.REQUESTS_PER_SECOND));
        if (report.description().scenario() == Scenario.OFFLINE) {
            node.put("throughput_tokens_per_sec", rates.get(Rate.OUTPUT_TOKENS_PER_SECOND));
        } else {
            node.put("latency_p99", millis(report, Metric.LATENCY_SCHEDULED, 99));
            node.put("accuracy", successRate(report));
        }
        return node;
    }

    private static ObjectNode details(RunReport report) {
        Map<Rate, Double> rates = report.metrics().rates();
        RequestCounts counts = report.metrics().counts();
        ObjectNode node = RunJson.MAPPER.createObjectNode();
        report.ruleVerdict().ifPresent(verdict -> {
            node.put("rules", verdict.rules().name());
            node.put("verdict", verdict.verdict().name());
            addTexts(node.putArray("reasons"), verdict.reasons());
            node.put("generator", verdict.generator());
            node.put("generator_verdict", verdict.generatorVerdict().name());
            addTexts(node.putArray("generator_reasons"), verdict.generatorReasons());
            report.warnings().forEach(node.putArray("warnings")::add);
        });
        node.put("started", report.recorded().toString());
        report.outcome().ifPresent(outcome -> node.put("ended", outcome.ended().toString()));
        node.put("total_queries", counts.total());
        node.put("failed_queries", counts.failed());
        node.put("success_rate", successRate(report));
        node.put("duration_sec", rates.get(Rate.DURATION));
        node.put("output_tokens_per_sec", rates.get(Rate.OUTPUT_TOKENS_PER_SECOND));
        for (Metric metric : TIMES) {
            ObjectNode percentiles = node.putObject(metric.id() + "_ms");
            for (double percentage : PERCENTAGES) {
                percentiles.put(Percentages.name(percentage), millis(report, metric, percentage));
            }
        }
        node.put("folder", report.folder().path().toString());
        return node;
    }

    private static void addTexts(ArrayNode array, List<Reason> reasons) {
        reasons.forEach(each -> array.add(each.text()));
    }

    private static @Nullable Double successRate(RunReport report) {
        Double failures = report.metrics().rates().get(Rate.FAILURE_RATE);
        return failures == null ? null : (Double) (1 - failures);
    }

    private static @Nullable Double millis(RunReport report, Metric metric, double percentage) {
        Optional<Distribution> values = report.metrics().distribution(metric);
        return values.isEmpty() ? null : (Double) (values.get().percentile(percentage) / NANOS_PER_MILLI);
    }

    private String text() {
        StringBuilder text = new StringBuilder(benchmark() + ", "
                + reports.get(0).description().model()
                + "\nNode: " + node
                + "\nTime: " + TIMESTAMP.format(time) + "\n");
        reports.forEach(each -> add(text, each));
        return text.toString();
    }

    private static void add(StringBuilder text, RunReport report) {
        text.append('\n').append(report.description().scenario().loadGenName());
        text.append(": ").append(report.verdict()).append('\n');
        report.ruleVerdict()
                .map(RuleVerdict::sentence)
                .ifPresent(both -> text.append("  ").append(Summary.plain(both)).append('\n'));
        for (Rate rate : Rate.values()) {
            Double value = report.metrics().rates().get(rate);
            if (value != null) {
                boolean isRatio = rate == Rate.FAILURE_RATE;
                addLine(text, rate.title(), isRatio ? PERCENT * value : value, isRatio ? "%" : rate.unit());
            }
        }
        for (Metric metric : TIMES) {
            for (double percentage : PERCENTAGES) {
                Double millis = millis(report, metric, percentage);
                if (millis != null) {
                    addLine(text, metric.title() + " " + Percentages.name(percentage), millis, "ms");
                }
            }
        }
        text.append("  Reports and logs: ").append(report.folder().path()).append('\n');
    }

    private static void addLine(StringBuilder text, String title, double value, String unit) {
        text.append(String.format(Locale.ROOT, "  %-30s %s %s%n", title, Quantity.number(value), unit));
    }
}
