// SPDX-License-Identifier: Apache-2.0
package io.loadharness.report;

import io.loadharness.report.servers.Agreement;
import io.loadharness.report.servers.ClientServerGap;
import io.loadharness.report.servers.CounterSummary;
import io.loadharness.report.servers.ExtraSeries;
import io.loadharness.report.servers.GaugeSummary;
import io.loadharness.report.servers.LatencySummary;
import io.loadharness.report.servers.ServerFigures;
import io.loadharness.report.servers.ServerReport;
import io.loadharness.servermetrics.ServerMetric;
import java.io.PrintWriter;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What all servers together said of themselves, in short, and beside what the client saw. */
final class ServersTable {

    private static final String NONE = "-";
    private static final double MILLI = 1e6;
    private static final double GIB = 1 << 30;

    private final ServerReport servers;
    private final ServerFigures all;

    private ServersTable(ServerReport servers) {
        this.servers = servers;
        this.all = servers.together();
    }

    /** Prints what is known, and what one has to know of it. */
    static void print(PrintWriter out, ServerReport servers) {
        ServersTable table = new ServersTable(servers);
        Table times = table.times();
        for (Table each : List.of(table.levels(), table.counts(), table.extraSeries(), times)) {
            if (!each.isEmpty()) {
                each.print(out);
                out.println();
            }
        }
        if (!times.isEmpty()) {
            out.println("Their percentiles are coarse: values are taken as even within a bucket.");
        }
        if (!table.all.gaps().isEmpty()) {
            out.println("Client - server: what the network, a gateway and the client itself add, on average.");
        }
        servers.notes().forEach(note -> out.println("- " + Summary.plain(note)));
        if (!table.all.gaps().isEmpty() || !servers.notes().isEmpty()) {
            out.println();
        }
    }

    private Table levels() {
        Table table = new Table("lrr", "Servers", "mean", "max");
        level(table, "Requests running", ServerMetric.RUNNING, 1);
        level(table, "Requests waiting", ServerMetric.WAITING, 1);
        level(table, "KV cache in use, %", ServerMetric.KV_CACHE_USE, 100);
        all.prefixHitRate()
                .ifPresent(rate -> table.row("Found in the prefix cache, %", Quantity.number(100 * rate), NONE));
        level(table, "GPU busy, %", ServerMetric.GPU_USE, 1);
        level(table, "GPU memory, GiB", ServerMetric.GPU_MEMORY, 1 / 1024.0);
        level(table, "GPU power, W", ServerMetric.GPU_POWER, 1);
        CounterSummary processors = all.counts().get(ServerMetric.PROCESS_CPU);
        if (processors != null) {
            table.row("Processors busy", Quantity.number(processors.perSecond()), NONE);
        }
        level(table, "Memory, GiB", ServerMetric.PROCESS_MEMORY, 1 / GIB);
        return table;
    }

    private void level(Table table, String name, ServerMetric metric, double factor) {
        GaugeSummary level = all.levels().get(metric);
        if (level != null) {
            table.row(name, Quantity.number(level.mean() * factor), Quantity.number(level.max() * factor));
        }
    }

    private Table counts() {
        Table table = new Table("lrrr", "Servers counted", "in all", "/s", "client counted");
        count(table, "Requests answered", ServerMetric.REQUESTS);
        count(table, "Tokens of prompts", ServerMetric.PROMPT_TOKENS);
        count(table, "Tokens of answers", ServerMetric.GENERATION_TOKENS);
        count(table, "Preemptions", ServerMetric.PREEMPTIONS);
        return table;
    }

    private void count(Table table, String name, ServerMetric metric) {
        CounterSummary count = all.counts().get(metric);
        if (count != null) {
            String client = servers.agreement().stream()
                    .filter(each -> each.metric() == metric)
                    .map(Agreement::client)
                    .map(Quantity::count)
                    .findFirst()
                    .orElse(NONE);
            table.row(name, Quantity.number(count.increase()), Quantity.number(count.perSecond()), client);
        }
    }

    private Table times() {
        Table table = new Table("lrrrrr", "In the servers, ms", "mean", "p50", "p90", "p99", "client - server");
        Map<ServerMetric, String> names = new EnumMap<>(ServerMetric.class);
        names.put(ServerMetric.TTFT, "TTFT");
        names.put(ServerMetric.TPOT, "TPOT");
        names.put(ServerMetric.ITL, "ITL");
        names.put(ServerMetric.QUEUE_TIME, "Queue");
        names.put(ServerMetric.LATENCY, "Latency");
        names.forEach((metric, name) -> {
            LatencySummary times = all.times().get(metric);
            if (times != null) {
                table.row(
                        name,
                        Quantity.number(times.mean() / MILLI),
                        percentile(times.p50(), times),
                        percentile(times.p90(), times),
                        percentile(times.p99(), times),
                        gap(metric));
            }
        });
        return table;
    }

    private Table extraSeries() {
        Table table = new Table("llr", "Also asked for", "of", "");
        Map<List<String>, Long> alike = servers.extraSeries().stream()
                .collect(Collectors.groupingBy(each -> List.of(each.source(), each.name()), Collectors.counting()));
        for (ExtraSeries each : servers.extraSeries()) {
            boolean isOnly = Long.valueOf(1).equals(alike.get(List.of(each.source(), each.name())));
            table.row(isOnly ? each.name() : each.title(), each.source(), value(each));
        }
        return table;
    }

    private static String value(ExtraSeries series) {
        return Stream.of(
                        series.count()
                                .map(count -> Quantity.number(count.increase()) + ", "
                                        + Quantity.number(count.perSecond()) + "/s"),
                        series.level()
                                .map(level -> "mean " + Quantity.number(level.mean()) + ", max "
                                        + Quantity.number(level.max())),
                        series.mean().stream()
                                .mapToObj(mean -> "mean " + Quantity.number(mean))
                                .findFirst())
                .flatMap(Optional::stream)
                .reduce((one, other) -> one + ", " + other)
                .orElse(NONE);
    }

    private static String percentile(OptionalDouble value, LatencySummary times) {
        if (value.isPresent()) {
            return Quantity.number(value.getAsDouble() / MILLI);
        }
        return times.lastBound().isPresent()
                ? "> " + Quantity.number(times.lastBound().getAsDouble() / MILLI)
                : NONE;
    }

    private String gap(ServerMetric metric) {
        ClientServerGap gap = all.gaps().get(metric);
        return gap == null ? NONE : Quantity.number(gap.difference() / MILLI);
    }
}
