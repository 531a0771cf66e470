// SPDX-License-Identifier: Apache-2.0
package io.loadharness.report;

import io.loadharness.metrics.EndpointMetrics;
import io.loadharness.metrics.FailureSummary;
import io.loadharness.metrics.Rate;
import io.loadharness.metrics.RequestCounts;
import java.io.PrintWriter;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/** The summary of a run as Markdown text that is also readable in a terminal. */
public final class Summary {

    private static final int MAX_MESSAGES = 5;

    private Summary() {}

    /** Prints the summary. It starts with the verdict and the reasons for the verdict. */
    public static void print(PrintWriter out, RunReport report) {
        printVerdict(out, report);
        LatencyTable.print(out, report.metrics());
        rates(report).print(out);
        out.println();
        endpoints(report).print(out);
        out.println();
        report.servers().ifPresent(servers -> ServersTable.print(out, servers));
        printFailures(out, report);
        printHealth(out, report);
        out.flush();
    }

    private static void printVerdict(PrintWriter out, RunReport report) {
        String primaryMetric = PrimaryMetric.of(report)
                .map(known -> ", " + known.value() + " " + known.label())
                .orElse("");
        out.println("**" + report.verdict() + "**: "
                + report.description().scenario().loadGenName() + primaryMetric);
        out.println();
        report.outcome().flatMap(RunOutcome::profiler).ifPresent(profiler -> {
            out.println("Profiled with " + profiler + ": the servers are faster without it.");
            out.println();
        });
        report.reasons().forEach(reason -> out.println("- " + plain(reason.text())));
        if (!report.reasons().isEmpty()) {
            out.println();
        }
    }

    private static Table rates(RunReport report) {
        RequestCounts counts = report.metrics().counts();
        Table table = new Table("lr", "Run", "Value");
        table.row("Completed requests", Quantity.count(counts.completed()));
        table.row("Failed requests", Quantity.count(counts.failed()));
        for (Rate each : Rate.values()) {
            Double value = report.metrics().rates().get(each);
            if (value != null && each != Rate.FAILURE_RATE) {
                table.row(
                        each == Rate.CONCURRENCY ? each.title() : each.title() + ", " + each.unit(),
                        Quantity.number(value));
            }
        }
        return table;
    }

    private static Table endpoints(RunReport report) {
        Table table = new Table("lrrrr", "Endpoint", "Completed", "Failed", "Output tokens", "In flight");
        for (EndpointMetrics each : report.metrics().endpoints()) {
            Double inFlight = each.rates().get(Rate.CONCURRENCY);
            table.row(
                    each.endpoint().isEmpty() ? "(not sent)" : each.endpoint(),
                    Quantity.count(each.counts().completed()),
                    Quantity.count(each.counts().failed()),
                    Quantity.count(each.counts().outputTokens()),
                    inFlight == null ? "-" : Quantity.number(inFlight));
        }
        return table;
    }

    private static void printFailures(PrintWriter out, RunReport report) {
        RequestCounts counts = report.metrics().counts();
        counts.failures().forEach((kind, failures) -> {
            List<Map.Entry<String, Long>> messages = mostFrequent(failures);
            messages.stream()
                    .limit(MAX_MESSAGES)
                    .forEach(message -> out.println("- " + Quantity.count(message.getValue()) + " × " + kind + ": `"
                            + plain(message.getKey()).replace('`', '\'') + "`"));
            if (messages.size() > MAX_MESSAGES) {
                out.println("- " + kind + " with " + (messages.size() - MAX_MESSAGES) + " other messages");
            }
        });
        boolean ofLoadGen = report.outcome().flatMap(RunOutcome::loadGenVersion).isPresent();
        if (counts.failed() > 0 && ofLoadGen) {
            out.println("- LoadGen includes the " + Quantity.count(counts.failed())
                    + " failed samples in its figures; the latencies above cover completed requests only.");
        }
        if (counts.failed() > 0) {
            out.println();
        }
    }

    private static List<Map.Entry<String, Long>> mostFrequent(FailureSummary failures) {
        return failures.messages().entrySet().stream()
                .sorted(Map.Entry.comparingByValue(Comparator.reverseOrder()))
                .toList();
    }

    private static void printHealth(PrintWriter out, RunReport report) {
        report.outcome().ifPresent(outcome -> {
            outcome.health().ifPresent(health -> outcome.limits().ifPresent(limits -> {
                HealthTable.print(out, health, limits);
                out.println();
            }));
            outcome.warnings().forEach(warning -> out.println("- " + plain(warning)));
            outcome.files().forEach(file -> out.println("- File: " + plain(file)));
            if (!outcome.warnings().isEmpty() || !outcome.files().isEmpty()) {
                out.println();
            }
        });
    }

    /** Replaces line ends and control characters, because server messages can contain terminal escape sequences. */
    static String plain(String text) {
        return text.replaceAll("\\R", " ").replaceAll("\\p{Cntrl}", "\uFFFD");
    }
}
