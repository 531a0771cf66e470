// SPDX-License-Identifier: Apache-2.0
package io.loadharness.report;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.loadharness.client.ClientHealth;
import io.loadharness.client.ClientLimits;
import io.loadharness.metrics.Distribution;
import io.loadharness.metrics.Metric;
import io.loadharness.metrics.PercentileBound;
import io.loadharness.metrics.RunMetrics;
import io.loadharness.record.SampleRecord;
import io.loadharness.report.servers.ServerReport;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** {@code report.html}: a self-contained page that works offline. The size of the page has an upper limit, even for long runs. */
final class HtmlReport {

    private static final List<Metric> GOODPUT_METRICS = List.of(Metric.TTFT, Metric.TPOT, Metric.LATENCY);
    private static final int MAX_GOODPUT_VALUES = 20_000;
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
        ObjectNode distributions = data.putObject("distributions");
        for (Metric each : Metric.values()) {
            metrics.distribution(each).ifPresent(values -> {
                titles.put(each.id(), each.title());
                distributions.set(each.id(), DistributionChart.of(each, values));
            });
        }
        ObjectNode minCounts = data.putObject("min_counts");
        Distribution.SHOWN.forEach(each -> minCounts.put(Percentages.name(each), PercentileBound.minCount(each)));
        ObjectNode requests = data.putObject("requests");
        requests.set(
                "slowest",
                times(metrics.slowest().stream().filter(SampleRecord::isOk).toList(), metrics));
        requests.set(
                "failed",
                times(metrics.slowest().stream().filter(each -> !each.isOk()).toList(), metrics));
        requests.set("random", times(metrics.chosen(), metrics));
        data.set("goodput_values", goodputValues(metrics));
        report.servers()
                .flatMap(ServerReport::overTime)
                .ifPresent(series -> data.set("server_series", ServersJson.of(series)));
        data.set("startups", StartupTimelines.of(report));
        data.set("client", client(report));
        ObjectNode limits = data.putObject("limits");
        GOODPUT_METRICS.forEach(
                each -> GoodputLimit.on(each, report).ifPresent(limit -> limits.put(each.id(), limit * 1e6)));
        return data;
    }

    /**
     * Returns the check of the client and its pauses. A limit that was not checked is null. The start and the end of a pause are
     * nanoseconds after the first scheduled start.
     */
    private static ObjectNode client(RunReport report) {
        ClientCheck check = ClientCheck.of(report);
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        node.put("sentence", check.sentence());
        node.put("within_defaults", check.isWithinDefaults());
        ClientLimits limits = check.limits();
        node.put(
                "send_delay",
                ClientCheck.isOff(limits.sendDelay())
                        ? null
                        : limits.sendDelay().toNanos());
        node.put(
                "read_delay",
                ClientCheck.isOff(limits.readDelay())
                        ? null
                        : limits.readDelay().toNanos());
        node.put("thread_share", ClientCheck.isOff(limits.threadShare()) ? null : limits.threadShare());
        node.put("cpu_share", ClientCheck.isOff(limits.cpuShare()) ? null : limits.cpuShare());
        node.put("gc_share", ClientCheck.isOff(limits.gcShare()) ? null : limits.gcShare());
        ArrayNode pauses = node.putArray("pauses");
        Instant start = report.recorded().plusNanos(report.metrics().startNanos());
        report.outcome()
                .flatMap(RunOutcome::health)
                .map(ClientHealth::longestPauses)
                .orElse(List.of())
                .forEach(pause -> {
                    long from = Duration.between(start, pause.start()).toNanos();
                    pauses.addArray().add(from).add(from + pause.length().toNanos());
                });
        return node;
    }

    private static ArrayNode times(List<SampleRecord> samples, RunMetrics metrics) {
        ArrayNode node = JsonNodeFactory.instance.arrayNode();
        samples.forEach(each -> node.add(RequestTimes.of(each, metrics.startNanos())));
        return node;
    }

    /** Returns the values from which the page computes the goodput: for each metric, an array in microseconds. Unknown values are null. */
    private static ObjectNode goodputValues(RunMetrics metrics) {
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        List<long[]> rows = metrics.goodput().some(GOODPUT_METRICS, MAX_GOODPUT_VALUES);
        for (int i = 0; i < GOODPUT_METRICS.size(); i++) {
            ArrayNode values = node.putArray(GOODPUT_METRICS.get(i).id());
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
