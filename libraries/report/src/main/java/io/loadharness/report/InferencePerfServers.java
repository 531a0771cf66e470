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

/** The file in which inference-perf has what Prometheus knows of the servers; in seconds, of all servers together. What is not known is missing. */
final class InferencePerfServers {

    private static final double NANOS = 1e9;
    private static final Map<ServerMetric, String> TIMES = times();

    private static Map<ServerMetric, String> times() {
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
                .orElseThrow(() -> new ReportException(
                        "inference-perf-prometheus cannot do without server metrics, which are not known of the run in "
                                + report.folder().path()));
        RunJson.write(out, document(servers.together()));
    }

    private static ObjectNode document(ServerFigures all) {
        ObjectNode document = JsonNodeFactory.instance.objectNode();
        document.put("benchmark_time_seconds", 0);
        document.putObject("load_summary");
        ObjectNode node = document.putObject("successes");
        CounterSummary requests = all.counts().get(ServerMetric.REQUESTS);
        if (requests != null) {
            node.put("count", requests.increase()).put("rate", requests.perSecond());
        }
        length(node, "prompt_len", all.counts().get(ServerMetric.PROMPT_TOKENS), requests);
        length(node, "output_len", all.counts().get(ServerMetric.GENERATION_TOKENS), requests);
        mean(node, "queue_len", all, ServerMetric.WAITING, 1);
        TIMES.forEach((metric, name) -> {
            if (all.times().containsKey(metric)) {
                node.set(name, statistics(all.times().get(metric)));
            }
        });
        mean(node, "kv_cache_usage_percentage", all, ServerMetric.KV_CACHE_USE, 100);
        mean(node, "num_requests_running", all, ServerMetric.RUNNING, 1);
        CounterSummary preemptions = all.counts().get(ServerMetric.PREEMPTIONS);
        if (preemptions != null) {
            node.putObject("num_preemptions_total").put("mean", preemptions.increase());
        }
        all.prefixHitRate()
                .ifPresent(rate -> node.putObject("prefix_cache_hit_percent").put("mean", 100 * rate));
        if (requests != null) {
            node.put("request_success_count", requests.increase());
        }
        CounterSummary cached = all.counts().get(ServerMetric.CACHED_PROMPT_TOKENS);
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
        if (all.levels().containsKey(metric)) {
            node.putObject(name).put("mean", factor * all.levels().get(metric).mean());
        }
    }

    private static ObjectNode statistics(LatencySummary times) {
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        node.put("mean", times.mean() / NANOS);
        known(node, "median", times.p50());
        known(node, "p90", times.p90());
        known(node, "p99", times.p99());
        return node;
    }

    private static void known(ObjectNode node, String name, OptionalDouble nanos) {
        node.put(name, nanos.isPresent() ? (Double) (nanos.getAsDouble() / NANOS) : null);
    }
}
