// SPDX-License-Identifier: Apache-2.0
package io.loadharness.report;

import io.loadharness.report.servers.ClientServerGap;
import io.loadharness.report.servers.CounterComparison;
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

/** Prints the metrics of all servers combined, next to the client's values. */
final class ServersTable {

    private static final String NONE = "-";
    private static final double MILLI = 1e6;
    private static final double GIB = 1 << 30;

    private final ServerReport servers;
    private final ServerFigures all;

    private ServersTable(ServerReport servers) {
        this.servers = servers;
        this.all = servers.combined();
    }

    /** Prints the tables and the warnings. */
    static void print(PrintWriter out, ServerReport servers) {
        ServersTable table = new ServersTable(servers);
        Table latencies = table.latencies();
        for (Table each : List.of(table.gauges(), table.counters(), table.extraSeries(), latencies)) {
            if (!each.isEmpty()) {
                each.print(out);
                out.println();
            }
        }
        if (!latencies.isEmpty()) {
            out.println(
                    "Server percentiles are estimates: values are assumed to be spread evenly within a histogram bucket.");
        }
        if (!table.all.gaps().isEmpty()) {
            out.println("Client - server: mean time added by the network, gateways and the client.");
        }
        servers.notes().forEach(note -> out.println("- " + Summary.plain(note)));
        if (!table.all.gaps().isEmpty() || !servers.notes().isEmpty()) {
            out.println();
        }
    }

    private Table gauges() {
        Table table = new Table("lrr", "Servers", "Mean", "Max");
        gauge(table, "Running requests", ServerMetric.RUNNING, 1);
        gauge(table, "Waiting requests", ServerMetric.WAITING, 1);
        gauge(table, "KV cache usage, %", ServerMetric.KV_CACHE_USE, 100);
        all.prefixHitRate().ifPresent(rate -> table.row("Prefix cache hit rate, %", Quantity.number(100 * rate), NONE));
        gauge(table, "GPU utilization, %", ServerMetric.GPU_USE, 1);
        gauge(table, "GPU memory, GiB", ServerMetric.GPU_MEMORY, 1 / 1024.0);
        gauge(table, "GPU power, W", ServerMetric.GPU_POWER, 1);
        CounterSummary cpu = all.counters().get(ServerMetric.PROCESS_CPU);
        if (cpu != null) {
            table.row("CPUs used", Quantity.number(cpu.perSecond()), NONE);
        }
        gauge(table, "Process memory, GiB", ServerMetric.PROCESS_MEMORY, 1 / GIB);
        return table;
    }

    private void gauge(Table table, String name, ServerMetric metric, double factor) {
        GaugeSummary gauge = all.gauges().get(metric);
        if (gauge != null) {
            table.row(name, Quantity.number(gauge.mean() * factor), Quantity.number(gauge.max() * factor));
        }
    }

    private Table counters() {
        Table table = new Table("lrrr", "Counted by servers", "Total", "Per second", "Client total");
        counter(table, "Completed requests", ServerMetric.REQUESTS);
        counter(table, "Prompt tokens", ServerMetric.PROMPT_TOKENS);
        counter(table, "Generation tokens", ServerMetric.GENERATION_TOKENS);
        counter(table, "Preemptions", ServerMetric.PREEMPTIONS);
        return table;
    }

    private void counter(Table table, String name, ServerMetric metric) {
        CounterSummary counter = all.counters().get(metric);
        if (counter != null) {
            String client = servers.agreement().stream()
                    .filter(each -> each.metric() == metric)
                    .map(CounterComparison::client)
                    .map(Quantity::count)
                    .findFirst()
                    .orElse(NONE);
            table.row(name, Quantity.number(counter.increase()), Quantity.number(counter.perSecond()), client);
        }
    }

    private Table latencies() {
        Table table = new Table("lrrrrr", "Server latency, ms", "Mean", "Median", "P90", "P99", "Client - server");
        Map<ServerMetric, String> names = new EnumMap<>(ServerMetric.class);
        names.put(ServerMetric.TTFT, "TTFT");
        names.put(ServerMetric.TPOT, "TPOT");
        names.put(ServerMetric.ITL, "ITL");
        names.put(ServerMetric.QUEUE_TIME, "Queue time");
        names.put(ServerMetric.LATENCY, "E2EL");
        names.forEach((metric, name) -> {
            LatencySummary latency = all.latencies().get(metric);
            if (latency != null) {
                table.row(
                        name,
                        Quantity.number(latency.mean() / MILLI),
                        percentile(latency.p50(), latency),
                        percentile(latency.p90(), latency),
                        percentile(latency.p99(), latency),
                        gap(metric));
            }
        });
        return table;
    }

    private Table extraSeries() {
        Table table = new Table("llr", "Extra metric", "Source", "Value");
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
                        series.counter()
                                .map(counter -> Quantity.number(counter.increase()) + ", "
                                        + Quantity.number(counter.perSecond()) + "/s"),
                        series.gauge()
                                .map(gauge -> "mean " + Quantity.number(gauge.mean()) + ", max "
                                        + Quantity.number(gauge.max())),
                        series.mean().stream()
                                .mapToObj(mean -> "mean " + Quantity.number(mean))
                                .findFirst())
                .flatMap(Optional::stream)
                .reduce((one, other) -> one + ", " + other)
                .orElse(NONE);
    }

    private static String percentile(OptionalDouble value, LatencySummary latency) {
        if (value.isPresent()) {
            return Quantity.number(value.getAsDouble() / MILLI);
        }
        return latency.lastBound().isPresent()
                ? "> " + Quantity.number(latency.lastBound().getAsDouble() / MILLI)
                : NONE;
    }

    private String gap(ServerMetric metric) {
        ClientServerGap gap = all.gaps().get(metric);
        return gap == null ? NONE : Quantity.number(gap.difference() / MILLI);
    }
}
