// SPDX-License-Identifier: Apache-2.0
package io.loadharness.report;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.loadharness.report.servers.ExtraSeries;
import io.loadharness.report.servers.LatencySummary;
import io.loadharness.report.servers.ScrapeTarget;
import io.loadharness.report.servers.ServerFigures;
import io.loadharness.report.servers.ServerReport;
import io.loadharness.report.servers.ServerSeries;
import java.math.BigDecimal;
import java.math.MathContext;

/** Converts server metrics to JSON, for {@code result.json} and {@code report.html}. */
final class ServersJson {

    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    /** The number of significant digits of values in charts. */
    private static final MathContext CHART_PRECISION = new MathContext(4);

    private ServersJson() {}

    /** Returns all server metrics, without the values over time. */
    static ObjectNode of(ServerReport servers) {
        ObjectNode node = NODES.objectNode();
        node.putObject("window")
                .put("start_ns", servers.window().startNanos())
                .put("end_ns", servers.window().endNanos())
                .put("of", servers.isLoadGenWindow() ? "loadgen" : "run");
        node.set("combined", of(servers.combined()));
        ArrayNode single = node.putArray("per_server");
        servers.servers().forEach(each -> single.add(of(each)));
        ArrayNode agreement = node.putArray("agreement");
        servers.agreement().forEach(counted -> agreement
                .addObject()
                .put("metric", counted.metric().id())
                .put("servers", counted.servers())
                .put("client", counted.client()));
        ArrayNode extra = node.putArray("extra");
        servers.extraSeries().forEach(each -> extra.add(of(each)));
        ArrayNode sources = node.putArray("sources");
        servers.targets().forEach(each -> sources.add(of(each)));
        servers.notes().forEach(node.putArray("notes")::add);
        return node;
    }

    private static ObjectNode of(ServerFigures figures) {
        ObjectNode node = NODES.objectNode();
        node.put("name", figures.name());
        ObjectNode gauges = node.putObject("gauges");
        figures.gauges().forEach((metric, gauge) -> gauges.putObject(metric.id())
                .put("unit", metric.unit())
                .put("mean", gauge.mean())
                .put("max", gauge.max()));
        ObjectNode counters = node.putObject("counters");
        figures.counters().forEach((metric, counter) -> counters.putObject(metric.id())
                .put("unit", metric.unit())
                .put("increase", counter.increase())
                .put("per_second", counter.perSecond()));
        ObjectNode latencies = node.putObject("latencies");
        figures.latencies().forEach((metric, known) -> latencies.set(metric.id(), of(known)));
        figures.prefixHitRate().ifPresent(rate -> node.put("prefix_hit_rate", rate));
        ObjectNode gaps = node.putObject("client_minus_server");
        figures.gaps().forEach((metric, means) -> gaps.putObject(metric.id())
                .put("unit", "ns")
                .put("client_mean", means.client())
                .put("server_mean", means.server())
                .put("difference", means.difference()));
        return node;
    }

    private static ObjectNode of(LatencySummary latency) {
        ObjectNode node = NODES.objectNode();
        node.put("unit", "ns").put("count", latency.count()).put("mean", latency.mean());
        RunJson.put(node, "p50", latency.p50());
        RunJson.put(node, "p90", latency.p90());
        RunJson.put(node, "p99", latency.p99());
        RunJson.put(node, "last_bound", latency.lastBound());
        return node;
    }

    private static ObjectNode of(ExtraSeries series) {
        ObjectNode node = NODES.objectNode();
        node.put("source", series.source()).put("name", series.name());
        ObjectNode labels = node.putObject("labels");
        series.labels().forEach(labels::put);
        series.gauge().ifPresent(gauge -> node.put("mean", gauge.mean()).put("max", gauge.max()));
        series.counter()
                .ifPresent(counter -> node.put("increase", counter.increase()).put("per_second", counter.perSecond()));
        series.mean().ifPresent(mean -> node.put("mean", mean));
        return node;
    }

    private static ObjectNode of(ScrapeTarget target) {
        ObjectNode node = NODES.objectNode();
        node.put("name", target.name());
        node.put("endpoint", target.endpoint());
        node.put("scrapes", target.scrapes());
        ArrayNode failures = node.putArray("failures");
        target.failures()
                .forEach((text, count) -> failures.addObject().put("text", text).put("count", count));
        return node;
    }

    /** Returns the lines of the charts. A line has one value for each bin of the client's time series; unknown values are null. */
    static ObjectNode of(ServerSeries series) {
        ObjectNode node = NODES.objectNode();
        ObjectNode lines = node.putObject("lines");
        series.lines().forEach((metric, known) -> {
            ObjectNode line = lines.putObject(metric.id());
            line.set("combined", of(known.combined()));
            ObjectNode perServer = line.putObject("per_server");
            known.perServer().forEach((server, values) -> perServer.set(server, of(values)));
        });
        ObjectNode latencies = node.putObject("latencies");
        series.latencies().forEach((metric, known) -> {
            ObjectNode line = latencies.putObject(metric.id());
            line.set("p50", of(known.p50()));
            line.set("p99", of(known.p99()));
        });
        return node;
    }

    private static ArrayNode of(double[] values) {
        ArrayNode node = NODES.arrayNode();
        for (double value : values) {
            if (Double.isFinite(value)) {
                node.add(new BigDecimal(value).round(CHART_PRECISION).doubleValue());
            } else {
                node.addNull();
            }
        }
        return node;
    }
}
