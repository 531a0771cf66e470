package io.loadharness.cli.console;

import io.loadharness.LatencyStatistics;
import io.loadharness.Performance;
import io.loadharness.TestResult;
import io.loadharness.TokenPerformance;
import io.loadharness.cli.record.RecordedRuns.Recorded;
import io.loadharness.cli.run.Outcome;
import io.loadharness.cli.server.ServerUnderTest;
import io.loadharness.http.TransportCounts;
import io.loadharness.inference.EndpointCounts;
import io.loadharness.metrics.Metric;
import io.loadharness.metrics.RunMetrics;
import io.loadharness.report.RunReport;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.Optional;
import java.util.stream.Collectors;

/** What a run against servers measured: times, tokens, and what became of the samples of each server. */
public final class ServerReport {

    private ServerReport() {}

    /** Prints what there is; of a run that was stopped or broke, that is little. */
    public static void print(PrintWriter out, Recorded recorded, ServerUnderTest server) {
        Outcome outcome = recorded.outcome();
        Optional<Performance> performance = outcome.result()
                .filter(result -> result.progress().failed() == 0 || !isOfLoadGen(result))
                .flatMap(TestResult::performance);
        printTimes(out, performance, recorded.report().map(RunReport::metrics));
        performance
                .flatMap(Performance::tokens)
                .ifPresent(tokens -> out.println("Tokens per second: " + Quantity.number(tokens.tokensPerSecond())));
        out.println();
        printEndpoints(out, server);
        outcome.result().ifPresent(result -> printFailures(out, result));
        out.println();
    }

    private static boolean isOfLoadGen(TestResult result) {
        return result.log().loadGenVersion().isPresent();
    }

    private static void printTimes(PrintWriter out, Optional<Performance> performance, Optional<RunMetrics> metrics) {
        Table table = new Table("lrrrrrrr", "Time", "mean", "p50", "p90", "p95", "p99", "p99.9", "max");
        Optional<TokenPerformance> tokens = performance.flatMap(Performance::tokens);
        row(table, "TTFT, from due time", tokens.flatMap(TokenPerformance::firstToken));
        row(table, "TPOT", tokens.flatMap(TokenPerformance::timePerOutputToken));
        row(table, "Latency, from due time", performance.map(Performance::latency));
        row(table, "Issued late by", performance.flatMap(Performance::lateness));
        row(table, "TTFT, from the send", metrics, Metric.TTFT);
        if (tokens.flatMap(TokenPerformance::timePerOutputToken).isEmpty()) {
            row(table, "TPOT", metrics, Metric.TPOT);
        }
        row(table, "ITL", metrics, Metric.ITL);
        row(table, "Latency, from the send", metrics, Metric.LATENCY);
        table.print(out);
    }

    private static void row(Table table, String name, Optional<RunMetrics> metrics, Metric metric) {
        metrics.flatMap(measured -> measured.distribution(metric))
                .ifPresent(values -> table.row(
                        name,
                        nanos((long) values.mean()),
                        nanos(values.percentile(50)),
                        nanos(values.percentile(90)),
                        nanos(values.percentile(95)),
                        nanos(values.percentile(99)),
                        nanos(values.percentile(99.9)),
                        nanos(values.max())));
    }

    private static String nanos(long nanos) {
        return Quantity.duration(Duration.ofNanos(nanos));
    }

    private static void row(Table table, String name, Optional<LatencyStatistics> measured) {
        measured.ifPresent(statistics -> table.row(
                name,
                Quantity.duration(statistics.mean()),
                percentile(statistics, 50),
                percentile(statistics, 90),
                percentile(statistics, 95),
                percentile(statistics, 99),
                percentile(statistics, 99.9),
                Quantity.duration(statistics.max())));
    }

    private static String percentile(LatencyStatistics statistics, double percentage) {
        Duration value = statistics.percentiles().get(percentage);
        return value == null ? "-" : Quantity.duration(value);
    }

    private static void printEndpoints(PrintWriter out, ServerUnderTest server) {
        Table table = new Table("lrrrrrl", "Server", "Sent", "Answered", "Failed", "Tokens", "At a time", "");
        for (EndpointCounts each : server.endpointCounts()) {
            table.row(
                    each.endpoint(),
                    Quantity.count(each.sent()),
                    Quantity.count(each.answered()),
                    Quantity.count(each.failures().values().stream()
                            .mapToLong(Long::longValue)
                            .sum()),
                    Quantity.count(each.tokens()),
                    Quantity.count(each.peakOutstanding()),
                    kinds(each));
        }
        table.print(out);
        printTransport(out, server.transportCounts());
    }

    private static void printTransport(PrintWriter out, TransportCounts counts) {
        if (counts.staleRetries() > 0) {
            out.println("Sent once more because the server had closed a kept connection: "
                    + Quantity.count(counts.staleRetries()));
        }
        if (counts.connectionWaits() > 0) {
            out.println("Waited for a free connection: " + Quantity.count(counts.connectionWaits()) + " requests, "
                    + Quantity.duration(Duration.ofNanos(counts.connectionWaitNanos())) + " in all");
        }
        if (counts.strayBytes() > 0) {
            out.println("Connections closed because of bytes that nobody had asked for: "
                    + Quantity.count(counts.strayBytes()));
        }
        if (counts.overHttp2() > 0) {
            out.println("Answered over HTTP/2: " + Quantity.count(counts.overHttp2()) + " of "
                    + Quantity.count(counts.exchanges()) + " requests, warm-up included");
        }
    }

    private static String kinds(EndpointCounts endpoint) {
        return endpoint.failures().entrySet().stream()
                .map(each -> each.getKey() + " " + Quantity.count(each.getValue()))
                .collect(Collectors.joining(", "));
    }

    private static void printFailures(PrintWriter out, TestResult result) {
        long failed = result.progress().failed();
        if (failed > 0 && isOfLoadGen(result)) {
            out.println("LoadGen counts the " + Quantity.count(failed)
                    + " failed samples among its queries and times, so its times are left out here.");
        }
        result.failures()
                .forEach((kind, failures) -> out.println(kind + ", " + Quantity.count(failures.count())
                        + " times, the first: " + failures.firstMessage()));
    }
}
