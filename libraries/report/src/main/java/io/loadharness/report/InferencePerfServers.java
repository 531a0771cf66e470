// SPDX-License-Identifier: Apache-2.0
package io.loadharness.report;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.loadharness.report.servers.CounterSummary;
import io.loadharness.report.servers.LatencySummary;
import io.loadharness.report.servers.ServerFigures;
import io.loadharness.report.servers.ServerReport;
import io.loadharness.servermetrics.ServerMetric;
import java.io.IOException;
import java.io.OutputStream;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * Writes inference-perf's file of Prometheus metrics. The values are the server metrics that were scraped during the run, for all servers
 * combined. Times are in seconds. Unknown values are omitted.
 */
final class InferencePerfServers {

    private static final double NANOS = 1e9;
    private static final Map<ServerMetric, String> LATENCIES = latencies();

    private static Map<ServerMetric, String> latencies() {
        Map<ServerMetric, String> names = new LinkedHashMap<>();
        names.put(ServerMetric.LATENCY, "request_latency");
        names.put(ServerMetric.TTFT, "time_to_first_token");
        names.put(ServerMetric.TPOT, "time_per_output_token");
        names.put(ServerMetric.ITL, "inter_token_latency");
        names.put(ServerMetric.QUEUE_TIME, "request_queue_time");
        return names;
    }

    private InferencePerfServers() {}

    static void write(RunReport report, OutputStream out) throws IOException {
        ServerReport servers = report.servers()
                .orElseThrow(
                        () -> new ReportException("inference-perf-prometheus requires server metrics, which the run in "
                                + report.folder().path() + " did not record; run with --enable-metrics"));
        RunJson.write(out, document(servers.combined()));
    }

    private static ObjectNode document(ServerFigures all) {
        ObjectNode document = JsonNodeFactory.instance.objectNode();
        document.put("benchmark_time_seconds", 0);
        document.putObject("load_summary");
        ObjectNode node = document.putObject("successes");
        CounterSummary requests = all.counters().get(ServerMetric.REQUESTS);
        if (requests != null) {
            node.put("count", requests.increase()).put("rate", requests.perSecond());
        }
        length(node, "prompt_len", all.counters().get(ServerMetric.PROMPT_TOKENS), requests);
        length(node, "output_len", all.counters().get(ServerMetric.GENERATION_TOKENS), requests);
        mean(node, "queue_len", all, ServerMetric.WAITING, 1);
        LATENCIES.forEach((metric, name) -> {
            if (all.latencies().containsKey(metric)) {
                node.set(name, statistics(all.latencies().get(metric)));
            }
        });
        mean(node, "kv_cache_usage_percentage", all, ServerMetric.KV_CACHE_USE, 100);
        mean(node, "num_requests_running", all, ServerMetric.RUNNING, 1);
        CounterSummary preemptions = all.counters().get(ServerMetric.PREEMPTIONS);
        if (preemptions != null) {
            node.putObject("num_preemptions_total").put("mean", preemptions.increase());
        }
        all.prefixHitRate()
                .ifPresent(rate -> node.putObject("prefix_cache_hit_percent").put("mean", 100 * rate));
        if (requests != null) {
            node.put("request_success_count", requests.increase());
        }
        CounterSummary cached = all.counters().get(ServerMetric.CACHED_PROMPT_TOKENS);
        if (cached != null) {
            node.put("prompt_tokens_cached", cached.increase());
        }
        document.putObject("failures");
        return document;
    }

    private static void length(
            ObjectNode node, String name, @Nullable CounterSummary tokens, @Nullable CounterSummary requests) {
        if (tokens != null && requests != null && requests.increase() > 0) {
            node.putObject(name)
                    .put("mean", tokens.increase() / requests.increase())
                    .put("rate", tokens.perSecond());
        }
    }

    private static void mean(ObjectNode node, String name, ServerFigures all, ServerMetric metric, double factor) {
        if (all.gauges().containsKey(metric)) {
            node.putObject(name).put("mean", factor * all.gauges().get(metric).mean());
        }
    }

    private static ObjectNode statistics(LatencySummary latency) {
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        node.put("mean", latency.mean() / NANOS);
        known(node, "median", latency.p50());
        known(node, "p90", latency.p90());
        known(node, "p99", latency.p99());
        return node;
    }

    private static void known(ObjectNode node, String name, OptionalDouble nanos) {
        node.put(name, nanos.isPresent() ? (Double) (nanos.getAsDouble() / NANOS) : null);
    }
}
