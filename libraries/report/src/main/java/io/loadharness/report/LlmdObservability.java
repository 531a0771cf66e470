// SPDX-License-Identifier: Apache-2.0
package io.loadharness.report;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.loadharness.report.servers.CounterSummary;
import io.loadharness.report.servers.GaugeSummary;
import io.loadharness.report.servers.ServerFigures;
import io.loadharness.report.servers.ServerReport;
import io.loadharness.servermetrics.ServerMetric;

/**
 * Server metrics in llm-d's benchmark report 0.2. Each server is a component. Its label is the name of the server, as in the section
 * {@code stack} of the report.
 */
final class LlmdObservability {

    private static final double PERCENT = 100;
    private static final String MIB = "MiB";

    private LlmdObservability() {}

    static ObjectNode of(ServerReport servers) {
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        ArrayNode components = node.putArray("components");
        for (ServerFigures each : servers.servers()) {
            ObjectNode component = components.addObject().put("component_label", each.name());
            component.set("aggregate", aggregate(each));
        }
        return node;
    }

    private static ObjectNode aggregate(ServerFigures server) {
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        gauge(node, "kv_cache_usage", server, ServerMetric.KV_CACHE_USE, PERCENT, "percent");
        server.prefixHitRate()
                .ifPresent(rate -> node.set("cache_hit_rate", LlmdStatistics.single(PERCENT * rate, "percent")));
        gauge(node, "gpu_memory_usage", server, ServerMetric.GPU_MEMORY, 1, MIB);
        gauge(node, "cpu_memory_usage", server, ServerMetric.PROCESS_MEMORY, 1.0 / (1 << 20), MIB);
        gauge(node, "gpu_utilization", server, ServerMetric.GPU_USE, 1, "percent");
        gauge(node, "power_consumption", server, ServerMetric.GPU_POWER, 1, "Watts");
        gauge(node, "running_requests", server, ServerMetric.RUNNING, 1, "count");
        gauge(node, "waiting_requests", server, ServerMetric.WAITING, 1, "count");
        CounterSummary cpu = server.counters().get(ServerMetric.PROCESS_CPU);
        if (cpu != null) {
            node.set("cpu_utilization", LlmdStatistics.single(PERCENT * cpu.perSecond(), "percent"));
        }
        CounterSummary preemptions = server.counters().get(ServerMetric.PREEMPTIONS);
        if (preemptions != null) {
            node.set("preemptions", LlmdStatistics.single(preemptions.increase(), "count"));
        }
        return node;
    }

    private static void gauge(
            ObjectNode node, String name, ServerFigures server, ServerMetric metric, double factor, String unit) {
        GaugeSummary gauge = server.gauges().get(metric);
        if (gauge != null) {
            node.set(name, LlmdStatistics.single(factor * gauge.mean(), unit).put("max", factor * gauge.max()));
        }
    }
}
