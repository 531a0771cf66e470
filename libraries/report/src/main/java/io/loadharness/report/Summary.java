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

/** What a run came to, on a page that a terminal shows and that pastes as Markdown. */
public final class Summary {

    private static final int MOST_MESSAGES = 5;

    private Summary() {}

    /** Prints it: the verdict and its reasons first. */
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
        String score = Score.of(report)
                .map(known -> ", " + known.amount() + " " + known.what())
                .orElse("");
        out.println("**" + report.verdict() + "**: "
                + report.description().scenario().loadGenName() + score);
        out.println();
        report.outcome().flatMap(RunOutcome::profiler).ifPresent(profiler -> {
            out.println("Ran under a profiler, " + profiler + ": without it the servers are faster.");
            out.println();
        });
        report.reasons().forEach(reason -> out.println("- " + plain(reason.text())));
        if (!report.reasons().isEmpty()) {
            out.println();
        }
    }

    private static Table rates(RunReport report) {
        RequestCounts counts = report.metrics().counts();
        Table table = new Table("lr", "Run", "");
        table.row("Answered", Quantity.count(counts.answered()));
        table.row("Failed", Quantity.count(counts.failed()));
        for (Rate each : Rate.values()) {
            Double value = report.metrics().rates().get(each);
            if (value != null && each != Rate.FAILURE_RATE) {
                table.row(each == Rate.DURATION ? each.title() + ", s" : each.title(), Quantity.number(value));
            }
        }
        return table;
    }

    private static Table endpoints(RunReport report) {
        Table table = new Table("lrrrr", "Server", "Answered", "Failed", "Tokens", "Open");
        for (EndpointMetrics each : report.metrics().endpoints()) {
            Double open = each.rates().get(Rate.CONCURRENCY);
            table.row(
                    each.endpoint().isEmpty() ? "(never sent)" : each.endpoint(),
                    Quantity.count(each.counts().answered()),
                    Quantity.count(each.counts().failed()),
                    Quantity.count(each.counts().outputTokens()),
                    open == null ? "-" : Quantity.number(open));
        }
        return table;
    }

    private static void printFailures(PrintWriter out, RunReport report) {
        RequestCounts counts = report.metrics().counts();
        counts.failures().forEach((kind, failures) -> {
            List<Map.Entry<String, Long>> messages = mostFrequent(failures);
            messages.stream()
                    .limit(MOST_MESSAGES)
                    .forEach(message -> out.println("- " + Quantity.count(message.getValue()) + " × " + kind + ": `"
                            + plain(message.getKey()).replace('`', '\'') + "`"));
            if (messages.size() > MOST_MESSAGES) {
                out.println("- " + kind + " with " + (messages.size() - MOST_MESSAGES) + " further messages");
            }
        });
        boolean ofLoadGen = report.outcome().flatMap(RunOutcome::loadGenVersion).isPresent();
        if (counts.failed() > 0 && ofLoadGen) {
            out.println("- LoadGen counts the " + Quantity.count(counts.failed())
                    + " failed samples among its queries and times; the times above are of answered ones.");
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
            outcome.remarks().forEach(remark -> out.println("- " + plain(remark)));
            outcome.files().forEach(file -> out.println("- Beside this: " + plain(file)));
            if (!outcome.remarks().isEmpty() || !outcome.files().isEmpty()) {
                out.println();
            }
        });
    }

    /** A server may have said what moves a terminal's cursor. */
    static String plain(String text) {
        return text.replaceAll("\\R", " ").replaceAll("\\p{Cntrl}", "\uFFFD");
    }
}
