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

/** What servers said of themselves, for programs and for the page. */
final class ServersJson {

    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    /** As many digits as a chart can show. */
    private static final MathContext SHOWN = new MathContext(4);

    private ServersJson() {}

    /** The figures. */
    static ObjectNode of(ServerReport servers) {
        ObjectNode node = NODES.objectNode();
        node.putObject("window")
                .put("begin_ns", servers.window().beginNanos())
                .put("end_ns", servers.window().endNanos())
                .put("of", servers.isLoadGens() ? "loadgen" : "run");
        node.set("together", of(servers.together()));
        ArrayNode single = node.putArray("each");
        servers.servers().forEach(each -> single.add(of(each)));
        ArrayNode agreement = node.putArray("agreement");
        servers.agreement().forEach(counted -> agreement
                .addObject()
                .put("metric", counted.metric().id())
                .put("servers", counted.servers())
                .put("client", counted.client()));
        ArrayNode extra = node.putArray("further");
        servers.extraSeries().forEach(each -> extra.add(of(each)));
        ArrayNode sources = node.putArray("sources");
        servers.targets().forEach(each -> sources.add(of(each)));
        servers.notes().forEach(node.putArray("notes")::add);
        return node;
    }

    private static ObjectNode of(ServerFigures figures) {
        ObjectNode node = NODES.objectNode();
        node.put("name", figures.name());
        ObjectNode levels = node.putObject("levels");
        figures.levels().forEach((metric, level) -> levels.putObject(metric.id())
                .put("unit", metric.unit())
                .put("mean", level.mean())
                .put("max", level.max()));
        ObjectNode counts = node.putObject("counts");
        figures.counts().forEach((metric, count) -> counts.putObject(metric.id())
                .put("unit", metric.unit())
                .put("increase", count.increase())
                .put("per_second", count.perSecond()));
        ObjectNode times = node.putObject("times");
        figures.times().forEach((metric, known) -> times.set(metric.id(), of(known)));
        figures.prefixHitRate().ifPresent(rate -> node.put("prefix_hit_rate", rate));
        ObjectNode gaps = node.putObject("client_minus_server");
        figures.gaps().forEach((metric, means) -> gaps.putObject(metric.id())
                .put("unit", "ns")
                .put("client_mean", means.client())
                .put("server_mean", means.server())
                .put("difference", means.difference()));
        return node;
    }

    private static ObjectNode of(LatencySummary times) {
        ObjectNode node = NODES.objectNode();
        node.put("unit", "ns").put("count", times.count()).put("mean", times.mean());
        RunJson.put(node, "p50", times.p50());
        RunJson.put(node, "p90", times.p90());
        RunJson.put(node, "p99", times.p99());
        RunJson.put(node, "last_bound", times.lastBound());
        return node;
    }

    private static ObjectNode of(ExtraSeries series) {
        ObjectNode node = NODES.objectNode();
        node.put("source", series.source()).put("name", series.name());
        ObjectNode labels = node.putObject("labels");
        series.labels().forEach(labels::put);
        series.level().ifPresent(level -> node.put("mean", level.mean()).put("max", level.max()));
        series.count().ifPresent(count -> node.put("increase", count.increase()).put("per_second", count.perSecond()));
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

    /** The lines of the charts: a value for each bin of the client's series, null where nothing is known. */
    static ObjectNode of(ServerSeries series) {
        ObjectNode node = NODES.objectNode();
        ObjectNode lines = node.putObject("lines");
        series.lines().forEach((metric, known) -> {
            ObjectNode line = lines.putObject(metric.id());
            line.set("together", of(known.together()));
            ObjectNode each = line.putObject("each");
            known.each().forEach((server, values) -> each.set(server, of(values)));
        });
        ObjectNode times = node.putObject("times");
        series.times().forEach((metric, known) -> {
            ObjectNode line = times.putObject(metric.id());
            line.set("p50", of(known.p50()));
            line.set("p99", of(known.p99()));
        });
        return node;
    }

    private static ArrayNode of(double[] values) {
        ArrayNode node = NODES.arrayNode();
        for (double value : values) {
            if (Double.isFinite(value)) {
                node.add(new BigDecimal(value).round(SHOWN).doubleValue());
            } else {
                node.addNull();
            }
        }
        return node;
    }
}
