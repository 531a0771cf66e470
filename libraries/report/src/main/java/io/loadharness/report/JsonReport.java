// SPDX-License-Identifier: Apache-2.0
package io.loadharness.report;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.loadharness.Failure;
import io.loadharness.metrics.Distribution;
import io.loadharness.metrics.EndpointMetrics;
import io.loadharness.metrics.FailureSummary;
import io.loadharness.metrics.Metric;
import io.loadharness.metrics.Rate;
import io.loadharness.metrics.RequestCounts;
import io.loadharness.metrics.Requirement;
import io.loadharness.metrics.RunMetrics;
import io.loadharness.metrics.TimeSeries;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/** {@code result.json}: all metrics of a run, for programs. The schema is versioned. */
final class JsonReport {

    static final String SCHEMA = "loadharness-result";
    static final int VERSION = 1;

    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private JsonReport() {}

    static void write(RunReport report, OutputStream out) throws IOException {
        RunJson.write(out, document(report));
    }

    /** Returns the document. */
    static ObjectNode document(RunReport report) {
        RunMetrics metrics = report.metrics();
        ObjectNode document = NODES.objectNode();
        document.put("schema", SCHEMA).put("version", VERSION);
        document.put("verdict", report.verdict().name());
        report.reasonTexts().forEach(document.putArray("reasons")::add);
        ArrayNode codes = document.putArray("reason_codes");
        report.reasons().forEach(reason -> codes.add(reason.code().name()));
        report.warnings().forEach(document.putArray("warnings")::add);
        ArrayNode requirements = document.putArray("requirements");
        report.requirements().forEach(each -> requirements.add(requirement(each)));
        report.ruleVerdict().ifPresent(each -> document.set("rules", rules(each)));
        report.accuracy()
                .ifPresent(accuracy -> document.set(
                        "accuracy",
                        RunJson.MAPPER.<ObjectNode>valueToTree(accuracy).put("passed", accuracy.passed())));
        report.outcome()
                .flatMap(RunOutcome::partial)
                .ifPresent(partial -> document.set("partial", partial(partial, metrics)));
        document.set("run", RunJson.MAPPER.valueToTree(report.description()));
        document.set("outcome", outcome(report));
        document.putObject("window")
                .put("recorded", report.recorded().toString())
                .put("start_ns", metrics.startNanos())
                .put("end_ns", metrics.endNanos());
        document.set("counts", counts(metrics.counts()));
        document.set("rates", rates(metrics.rates()));
        document.set("metrics", distributions(metrics.distributions()));
        document.set("failures", failures(metrics.counts().failures()));
        CoordinationCost.of(metrics).ifPresent(cost -> document.set("coordination", coordination(cost)));
        ArrayNode endpoints = document.putArray("endpoints");
        metrics.endpoints().forEach(each -> endpoints.add(endpoint(each)));
        List<WorkerShare> workers = WorkerShare.of(metrics);
        if (!workers.isEmpty()) {
            ArrayNode shares = document.putArray("workers");
            workers.forEach(each -> shares.add(worker(each)));
        }
        metrics.series().ifPresent(series -> document.set("series", series(series)));
        report.servers().ifPresent(servers -> document.set("servers", ServersJson.of(servers)));
        return document;
    }

    private static ObjectNode requirement(Requirement.Check check) {
        ObjectNode node = NODES.objectNode();
        node.put("text", check.requirement().text());
        node.put("met", check.isMet());
        RunJson.put(node, "actual", check.seen());
        return node;
    }

    private static ObjectNode rules(RuleVerdict verdict) {
        ObjectNode node = NODES.objectNode();
        node.put("name", verdict.rules().name());
        verdict.rules().relaxed().forEach(node.putArray("relaxed")::add);
        node.put("sentence", verdict.sentence());
        node.put("verdict", verdict.verdict().name());
        node.put("generator", verdict.generator());
        node.put("generator_verdict", verdict.generatorVerdict().name());
        verdict.generatorReasons()
                .forEach(each -> node.withArray("generator_reasons").add(each.text()));
        return node;
    }

    /** Returns the outcome without the lost workers, which have their own place in the document. */
    private static JsonNode outcome(RunReport report) {
        JsonNode outcome = RunJson.MAPPER.valueToTree(report.outcome());
        if (outcome instanceof ObjectNode known) {
            known.remove("partial");
        }
        return outcome;
    }

    private static ObjectNode partial(PartialResults partial, RunMetrics metrics) {
        ObjectNode node = NODES.objectNode();
        node.put("sentence", partial.sentence(metrics));
        ArrayNode workers = node.putArray("workers");
        for (PartialResults.Delivery each : partial.deliveries(metrics)) {
            workers.addObject()
                    .put("worker", each.name())
                    .put("lost", each.isLost())
                    .put("completed", each.completed())
                    .put("failed", each.failed());
        }
        return node;
    }

    private static ObjectNode counts(RequestCounts counts) {
        ObjectNode node = NODES.objectNode();
        node.put("completed", counts.completed());
        node.put("failed", counts.failed());
        node.put("output_tokens", counts.outputTokens());
        if (counts.inputTokens() >= 0) {
            node.put("input_tokens", counts.inputTokens());
        }
        node.put("contradictory_counts", counts.contradictoryCounts());
        return node;
    }

    private static ObjectNode rates(Map<Rate, Double> rates) {
        ObjectNode node = NODES.objectNode();
        for (Rate each : Rate.values()) {
            if (rates.containsKey(each)) {
                node.put(each.id(), rates.get(each));
            }
        }
        return node;
    }

    private static ObjectNode distributions(Map<Metric, Distribution> distributions) {
        ObjectNode node = NODES.objectNode();
        for (Metric each : Metric.values()) {
            if (distributions.containsKey(each)) {
                node.set(each.id(), distribution(each, distributions.get(each)));
            }
        }
        return node;
    }

    private static ObjectNode distribution(Metric metric, Distribution values) {
        ObjectNode node = NODES.objectNode();
        node.put("unit", metric.unit().symbol());
        node.put("count", values.count());
        node.put("mean", values.mean());
        node.put("deviation", values.deviation());
        node.put("min", values.min());
        ObjectNode bounds = NODES.objectNode();
        for (double percentage : Distribution.SHOWN) {
            String name = Percentages.name(percentage);
            node.put(name, values.percentile(percentage));
            OptionalLong bound = values.bound(percentage);
            bounds.put(name, bound.isPresent() ? (Long) bound.getAsLong() : null);
        }
        node.put("max", values.max());
        node.set("bounds", bounds);
        return node;
    }

    private static ArrayNode failures(Map<Failure.Kind, FailureSummary> failures) {
        ArrayNode node = NODES.arrayNode();
        failures.forEach((kind, summary) -> {
            ObjectNode each = node.addObject();
            each.put("kind", kind.name());
            each.put("count", summary.count());
            ArrayNode messages = each.putArray("messages");
            summary.messages()
                    .forEach((text, count) ->
                            messages.addObject().put("text", text).put("count", count));
        });
        return node;
    }

    private static ObjectNode coordination(CoordinationCost cost) {
        ObjectNode node = NODES.objectNode();
        node.put("p50_ns", cost.whole().percentile(50));
        node.put("p99_ns", cost.whole().percentile(99));
        node.put("latency_share", cost.latencyShare());
        cost.firstToken().ifPresent(each -> node.put("ttft_p50_ns", each.percentile(50))
                .put("ttft_p99_ns", each.percentile(99)));
        cost.ttftShare().ifPresent(each -> node.put("ttft_share", each));
        cost.warning().ifPresent(each -> node.put("warning", each));
        return node;
    }

    private static ObjectNode endpoint(EndpointMetrics endpoint) {
        ObjectNode node = NODES.objectNode();
        node.put("endpoint", endpoint.endpoint());
        node.set("counts", counts(endpoint.counts()));
        node.set("rates", rates(endpoint.rates()));
        node.set("metrics", distributions(endpoint.distributions()));
        node.set("failures", failures(endpoint.counts().failures()));
        return node;
    }

    private static ObjectNode worker(WorkerShare worker) {
        ObjectNode node = NODES.objectNode();
        node.put("worker", worker.name());
        node.put("completed", worker.completed());
        node.put("failed", worker.failed());
        node.put("output_tokens", worker.outputTokens());
        node.set("rates", rates(worker.rates()));
        return node;
    }

    private static ObjectNode series(TimeSeries series) {
        ObjectNode node = NODES.objectNode();
        node.put("bin_ns", series.binNanos());
        ArrayNode bins = node.putArray("bins");
        for (TimeSeries.Bin each : series.bins()) {
            ObjectNode bin = bins.addObject();
            bin.put("scheduled", each.scheduled());
            bin.put("completed", each.completed());
            bin.put("failed", each.failed());
            bin.put("output_tokens", each.outputTokens());
            bin.put("in_flight", each.inFlight());
            known(bin, "ttft_p50", each.ttftP50());
            known(bin, "ttft_p99", each.ttftP99());
            known(bin, "tpot_p50", each.tpotP50());
            known(bin, "tpot_p99", each.tpotP99());
            known(bin, "latency_p50", each.latencyP50());
            known(bin, "latency_p99", each.latencyP99());
        }
        return node;
    }

    private static void known(ObjectNode node, String name, long value) {
        node.put(name, value == Metric.NONE ? null : (Long) value);
    }
}
