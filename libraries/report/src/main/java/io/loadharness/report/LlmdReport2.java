// SPDX-License-Identifier: Apache-2.0
package io.loadharness.report;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.loadharness.metrics.Distribution;
import io.loadharness.metrics.Metric;
import io.loadharness.metrics.Rate;
import io.loadharness.metrics.RunMetrics;
import io.loadharness.metrics.TimeSeries;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/** The benchmark report 0.2 of llm-d. */
final class LlmdReport2 {

    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    private static final String METADATA_VERSION = "0.0.1";
    private static final String TOOL = "loadharness";

    private LlmdReport2() {}

    static void write(RunReport report, OutputStream out) throws IOException {
        ObjectNode document = document(report);
        ReportText.write(out, text -> YamlText.print(text, document));
    }

    private static ObjectNode document(RunReport report) {
        ObjectNode document = NODES.objectNode();
        document.put("version", "0.2");
        document.set("run", run(report));
        ObjectNode scenario = document.putObject("scenario");
        scenario.set("stack", stack(report.description()));
        report.metrics()
                .distribution(Metric.INPUT_TOKENS)
                .ifPresent(input -> scenario.set("load", load(report, input)));
        ObjectNode results = document.putObject("results");
        ObjectNode performance = results.putObject("request_performance");
        performance.set("aggregate", aggregate(report.metrics()));
        report.metrics().series().ifPresent(series -> performance.set("time_series", series(report, series)));
        report.servers().ifPresent(servers -> results.set("observability", LlmdObservability.of(servers)));
        return document;
    }

    private static ObjectNode run(RunReport report) {
        Instant start = report.recorded().plusNanos(report.metrics().startNanos());
        Instant end = report.recorded().plusNanos(report.metrics().endNanos());
        ObjectNode node = NODES.objectNode();
        node.put("uid", id(report.recorded() + " " + report.description().endpoints()));
        node.putObject("time")
                .put("start", start.toString())
                .put("end", end.toString())
                .put("duration", Duration.between(start, end).toString());
        String reasons = report.reasons().isEmpty() ? "" : ": " + String.join("; ", report.reasonTexts());
        node.put("description", report.verdict() + reasons);
        return node;
    }

    private static ArrayNode stack(RunDescription run) {
        ArrayNode stack = NODES.arrayNode();
        for (String endpoint : run.endpoints()) {
            ObjectNode server = stack.addObject();
            server.putObject("metadata")
                    .put("schema_version", METADATA_VERSION)
                    .put("label", endpoint)
                    .put("cfg_id", id(endpoint + " " + run.model()));
            server.putObject("standardized")
                    .put("kind", "generic")
                    .put("tool", run.dialect())
                    .put("tool_version", "unknown");
            ObjectNode own = server.putObject("native");
            own.putObject("args");
            own.putObject("envars");
            own.putObject("config").put("url", endpoint).put("model", run.model());
        }
        return stack;
    }

    private static ObjectNode load(RunReport report, Distribution input) {
        RunDescription run = report.description();
        ObjectNode load = NODES.objectNode();
        load.putObject("metadata").put("schema_version", METADATA_VERSION).put("description", run.load());
        ObjectNode standard = load.putObject("standardized");
        standard.put("tool", TOOL);
        standard.put("tool_version", run.version());
        standard.put("parallelism", 1);
        standard.put("source", "unknown");
        standard.put("stage", 0);
        standard.set("input_seq_len", lengths(input));
        report.metrics()
                .distribution(Metric.OUTPUT_TOKENS)
                .ifPresent(output -> standard.set("output_seq_len", lengths(output)));
        run.ratePerSecond().ifPresent(rate -> standard.put("rate_qps", rate));
        ObjectNode own = load.putObject("native");
        ObjectNode arguments = own.putObject("args");
        run.settings().forEach(each -> arguments.put(each.name(), each.value()));
        own.putObject("envars");
        own.putObject("config").put("generator", run.generator()).put("dataset", run.dataset());
        return load;
    }

    private static ObjectNode lengths(Distribution values) {
        boolean fixed = values.min() == values.max();
        return NODES.objectNode()
                .put("distribution", fixed ? "fixed" : "other")
                .put("value", Math.round(values.mean()))
                .put("std_dev", values.deviation())
                .put("min", values.min())
                .put("max", values.max());
    }

    private static ObjectNode aggregate(RunMetrics metrics) {
        ObjectNode node = NODES.objectNode();
        ObjectNode requests = node.putObject("requests");
        requests.put("total", metrics.counts().total());
        requests.put("failures", metrics.counts().failed());
        requests.put("incomplete", 0);
        metrics.distribution(Metric.INPUT_TOKENS)
                .ifPresent(values -> requests.set("input_length", LlmdStatistics.counts(values)));
        metrics.distribution(Metric.OUTPUT_TOKENS)
                .ifPresent(values -> requests.set("output_length", LlmdStatistics.counts(values)));
        node.set("latency", LlmdStatistics.latencies(metrics));
        ObjectNode throughput = node.putObject("throughput");
        Map<Rate, Double> rates = metrics.rates();
        rate(throughput, "input_token_rate", rates.get(Rate.INPUT_TOKENS_PER_SECOND), "tokens/s");
        rate(throughput, "output_token_rate", rates.get(Rate.OUTPUT_TOKENS_PER_SECOND), "tokens/s");
        rate(throughput, "total_token_rate", rates.get(Rate.TOTAL_TOKENS_PER_SECOND), "tokens/s");
        rate(throughput, "request_rate", rates.get(Rate.REQUESTS_PER_SECOND), "queries/s");
        return node;
    }

    private static void rate(ObjectNode node, String name, @Nullable Double value, String unit) {
        Optional.ofNullable(value).ifPresent(known -> node.set(name, LlmdStatistics.single(known, unit)));
    }

    private static ObjectNode series(RunReport report, TimeSeries series) {
        ObjectNode node = NODES.objectNode();
        ObjectNode throughput = node.putObject("throughput");
        throughput.set("output_token_rate", rateOverTime(report, series, TimeSeries.Bin::outputTokens, "tokens/s"));
        throughput.set("request_rate", rateOverTime(report, series, TimeSeries.Bin::completed, "queries/s"));
        return node;
    }

    private static ObjectNode rateOverTime(
            RunReport report, TimeSeries series, ToDoubleFunction<TimeSeries.Bin> count, String unit) {
        ObjectNode node = NODES.objectNode();
        node.put("units", unit);
        ArrayNode values = node.putArray("series");
        Instant time = report.recorded().plusNanos(series.startNanos());
        for (TimeSeries.Bin each : series.bins()) {
            values.addObject()
                    .put("ts", time.toString())
                    .put("value", count.applyAsDouble(each) * 1e9 / series.binNanos());
            time = time.plusNanos(series.binNanos());
        }
        return node;
    }

    /** Returns an id that is the same for every report of the same run. */
    private static String id(String of) {
        return UUID.nameUUIDFromBytes(of.getBytes(StandardCharsets.UTF_8)).toString();
    }
}
