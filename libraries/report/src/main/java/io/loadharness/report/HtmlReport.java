// SPDX-License-Identifier: Apache-2.0
package io.loadharness.report;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.loadharness.metrics.Distribution;
import io.loadharness.metrics.Metric;
import io.loadharness.metrics.PercentileBound;
import io.loadharness.metrics.RunMetrics;
import io.loadharness.record.SampleRecord;
import io.loadharness.report.servers.ServerReport;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;

/** {@code report.html}: a page for people, which needs nothing but a browser. Its size does not grow with the run. */
final class HtmlReport {

    private static final List<Metric> LIMITED = List.of(Metric.TTFT, Metric.TPOT, Metric.LATENCY);
    private static final int MOST_LIMITED = 20_000;
    private static final HtmlPage PAGE =
            new HtmlPage("page.js", "timeline.js", "servers.js", "run.js", "requests.js", "goodput.js");

    private HtmlReport() {}

    static void write(RunReport report, OutputStream out) throws IOException {
        PAGE.write(report.verdict() + " – " + report.description().load() + " – LoadHarness", data(report), out);
    }

    private static ObjectNode data(RunReport report) {
        RunMetrics metrics = report.metrics();
        ObjectNode data = JsonReport.document(report);
        ArrayNode advice = data.putArray("advice");
        report.reasons().forEach(reason -> advice.add(Advice.on(reason.code())));
        ObjectNode titles = data.putObject("titles");
        ObjectNode shapes = data.putObject("shapes");
        for (Metric each : Metric.values()) {
            metrics.distribution(each).ifPresent(values -> {
                titles.put(each.id(), each.title());
                shapes.set(each.id(), Shape.of(each, values));
            });
        }
        ObjectNode needed = data.putObject("needed");
        Distribution.SHOWN.forEach(each -> needed.put(Percentages.name(each), PercentileBound.leastCount(each)));
        ObjectNode requests = data.putObject("requests");
        requests.set(
                "slowest",
                times(metrics.slowest().stream().filter(SampleRecord::isOk).toList(), metrics));
        requests.set(
                "failed",
                times(metrics.slowest().stream().filter(each -> !each.isOk()).toList(), metrics));
        requests.set("chosen", times(metrics.chosen(), metrics));
        data.set("limited", limited(metrics));
        report.servers()
                .flatMap(ServerReport::overTime)
                .ifPresent(series -> data.set("server_series", ServersJson.of(series)));
        data.set("starts", StartsBeside.of(report));
        ObjectNode limits = data.putObject("limits");
        LIMITED.forEach(each -> StatedLimit.on(each, report).ifPresent(limit -> limits.put(each.id(), limit * 1e6)));
        return data;
    }

    private static ArrayNode times(List<SampleRecord> samples, RunMetrics metrics) {
        ArrayNode node = JsonNodeFactory.instance.arrayNode();
        samples.forEach(each -> node.add(RequestTimes.of(each, metrics.beginNanos())));
        return node;
    }

    /** For each metric the values, in microseconds, of the requests that limits are tried on. */
    private static ObjectNode limited(RunMetrics metrics) {
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        List<long[]> rows = metrics.goods().some(LIMITED, MOST_LIMITED);
        for (int i = 0; i < LIMITED.size(); i++) {
            ArrayNode values = node.putArray(LIMITED.get(i).id());
            for (long[] row : rows) {
                if (row[i] == Metric.NONE) {
                    values.addNull();
                } else {
                    values.add(-Math.floorDiv(-row[i], 1000L));
                }
            }
        }
        return node;
    }
}
