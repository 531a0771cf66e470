// SPDX-License-Identifier: Apache-2.0
package io.loadharness.report;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.loadharness.metrics.Distribution;
import io.loadharness.metrics.Metric;
import io.loadharness.metrics.RunMetrics;
import java.util.LinkedHashMap;
import java.util.Map;

/** Distributions in the form of llm-d's benchmark reports: a unit, and percentiles named {@code p0p1} to {@code p99p9}. */
final class LlmdStatistics {

    private static final double NANOS = 1e9;
    private static final Map<String, Double> PERCENTAGES = percentages();
    private static final Map<String, Metric> LATENCIES = latencies();

    private LlmdStatistics() {}

    private static Map<String, Double> percentages() {
        Map<String, Double> percentages = new LinkedHashMap<>();
        for (double each : new double[] {0.1, 1, 5, 10, 25, 50, 75, 90, 95, 99, 99.9}) {
            percentages.put(Percentages.name(each).replace('.', 'p'), each);
        }
        return percentages;
    }

    private static Map<String, Metric> latencies() {
        Map<String, Metric> latencies = new LinkedHashMap<>();
        latencies.put("time_to_first_token", Metric.TTFT);
        latencies.put("normalized_time_per_output_token", Metric.NTPOT);
        latencies.put("time_per_output_token", Metric.TPOT);
        latencies.put("inter_token_latency", Metric.ITL);
        latencies.put("request_latency", Metric.LATENCY);
        return latencies;
    }

    /** Returns all known latencies. */
    static ObjectNode latencies(RunMetrics metrics) {
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        LATENCIES.forEach((name, metric) -> metrics.distribution(metric)
                .ifPresent(values -> node.set(
                        name, of(values, NANOS, metric == Metric.TTFT || metric == Metric.LATENCY ? "s" : "s/token"))));
        return node;
    }

    /** Returns a distribution of token counts. */
    static ObjectNode counts(Distribution values) {
        return of(values, 1, "count");
    }

    /** Returns a single value in the form of a distribution. */
    static ObjectNode single(double value, String unit) {
        return JsonNodeFactory.instance.objectNode().put("units", unit).put("mean", value);
    }

    private static ObjectNode of(Distribution values, double scale, String unit) {
        ObjectNode node = single(values.mean() / scale, unit);
        node.put("stddev", values.deviation() / scale);
        node.put("min", values.min() / scale);
        PERCENTAGES.forEach((name, percentage) -> node.put(name, values.interpolated(percentage) / scale));
        node.put("max", values.max() / scale);
        return node;
    }
}
