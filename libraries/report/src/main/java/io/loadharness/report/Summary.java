// SPDX-License-Identifier: Apache-2.0
package io.loadharness.report;

import io.loadharness.Reason;
import io.loadharness.accuracy.AccuracyResult;
import io.loadharness.internal.PlainText;
import io.loadharness.metrics.EndpointMetrics;
import io.loadharness.metrics.FailureSummary;
import io.loadharness.metrics.Rate;
import io.loadharness.metrics.RequestCounts;
import java.io.PrintWriter;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The summary of a run as Markdown text that is also readable in a terminal.
 *
 * <pre>{@code
 * Summary.print(new PrintWriter(System.out), RunReport.of(new RunFolder(Path.of("results"))));
 * }</pre>
 */
public final class Summary {

    private static final int MAX_MESSAGES = 5;

    /** The maximum number of files of a subfolder that are listed one by one. */
    private static final int MAX_FILES = 3;

    private Summary() {}

    /** Prints the summary. The summary starts with the verdict and the reasons for the verdict. */
    public static void print(PrintWriter out, RunReport report) {
        printVerdict(out, report);
        printDetails(out, report);
    }

    /** Prints the summary without the verdict and its reasons. */
    public static void printDetails(PrintWriter out, RunReport report) {
        report.accuracy().ifPresent(accuracy -> print(out, accuracy));
        LatencyTable.print(out, report.metrics());
        rates(report).print(out);
        out.println();
        endpoints(report).print(out);
        out.println();
        printWorkers(out, report);
        printSlices(out, report);
        printEngines(out, report);
        CoordinationCost.of(report.metrics()).ifPresent(cost -> {
            out.println(cost.sentence());
            out.println();
        });
        report.servers().ifPresent(servers -> ServersTable.print(out, servers));
        printFailures(out, report);
        printHealth(out, report);
        out.flush();
    }

    /** Prints the verdict and its reasons. If a rule set decides the verdict, one sentence contains both verdicts and their reasons. */
    public static void printVerdict(PrintWriter out, RunReport report) {
        String primaryMetric = PrimaryMetric.of(report)
                .map(known -> ", " + known.value() + " " + known.label())
                .orElse("");
        out.println("**" + report.verdict() + "**: " + report.description().title() + primaryMetric);
        out.println();
        report.ruleVerdict().ifPresent(verdict -> {
            out.println(plain(verdict.sentence()));
            out.println();
            out.println("The verdict of the rules '" + verdict.rules().set().id()
                    + "' decides. It also determines the exit code.");
            out.println();
        });
        report.outcome().flatMap(RunOutcome::profiler).ifPresent(profiler -> {
            out.println("Profiled with " + profiler + ": requests are faster without it.");
            out.println();
        });
        List<String> bullets = Stream.concat(
                        report.reasons().stream()
                                .filter(each -> report.ruleVerdict().isEmpty())
                                .map(Reason::text),
                        report.warnings().stream())
                .toList();
        bullets.forEach(each -> out.println(bullet(each)));
        if (!bullets.isEmpty()) {
            out.println();
        }
        out.flush();
    }

    /** Prints the scores of a run and their bounds. */
    public static void print(PrintWriter out, AccuracyResult accuracy) {
        Table table = new Table("lrr", "Accuracy (" + accuracy.metric() + ")", "Score", "Bound");
        accuracy.totals()
                .forEach((name, score) -> table.row(
                        name,
                        decimal(score),
                        accuracy.bounds().stream()
                                .filter(each -> each.score().equals(name))
                                .map(each -> "at least " + decimal(each.min()) + (each.met() ? ", met" : ", not met"))
                                .findFirst()
                                .orElse("-")));
        table.row(
                "scored samples",
                Quantity.count(accuracy.scored()) + " of " + Quantity.count(accuracy.samples()),
                accuracy.scored() == accuracy.samples() ? "all, met" : "all, not met");
        table.print(out);
        out.println();
        accuracy.warnings().forEach(each -> out.println(bullet(each)));
        if (!accuracy.warnings().isEmpty()) {
            out.println();
        }
        out.flush();
    }

    private static String decimal(double score) {
        return String.format(Locale.ROOT, "%.4f", score);
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

    /** Prints a row for each worker. With one server, the table of endpoints already has these rows. */
    private static void printWorkers(PrintWriter out, RunReport report) {
        List<WorkerShare> workers = WorkerShare.of(report.metrics());
        if (workers.isEmpty() || report.metrics().endpoints().size() == workers.size()) {
            return;
        }
        Table table = new Table("lrrrr", "Worker", "Completed", "Failed", "Output tokens", "In flight");
        for (WorkerShare each : workers) {
            Double inFlight = each.rates().get(Rate.CONCURRENCY);
            table.row(
                    each.name(),
                    Quantity.count(each.completed()),
                    Quantity.count(each.failed()),
                    Quantity.count(each.outputTokens()),
                    inFlight == null ? "-" : Quantity.number(inFlight));
        }
        table.print(out);
        out.println();
    }

    private static void printSlices(PrintWriter out, RunReport report) {
        List<SliceOutcome> slices = report.outcome().map(RunOutcome::slices).orElse(List.of());
        if (slices.isEmpty()) {
            return;
        }
        Table table = new Table("llrrrl", "Slice", "Machine", "Issued", "Completed", "Failed", "Verdict");
        for (SliceOutcome each : slices) {
            table.row(
                    "slice-" + each.rank(),
                    plain(each.node()),
                    Quantity.count(each.issued()),
                    Quantity.count(each.completed()),
                    Quantity.count(each.failed()),
                    each.verdict().name());
        }
        table.print(out);
        out.println();
    }

    private static void printEngines(PrintWriter out, RunReport report) {
        Table table = new Table("llr", "Engine", "Statistic since its start", "Value");
        report.outcome().map(RunOutcome::engines).orElse(List.of()).forEach(engine -> engine.statistics()
                .forEach((name, value) -> table.row(plain(engine.name()), plain(name), plain(value))));
        if (!table.isEmpty()) {
            table.print(out);
            out.println();
        }
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
                    + (counts.failed() == 1 ? " failed sample" : " failed samples")
                    + " in its metrics; the latencies above cover completed requests only.");
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
            outcome.health().filter(health -> outcome.limits().isPresent()).ifPresent(health -> {
                ClientCheck check = ClientCheck.of(report);
                HealthTable.print(out, health, check.limits());
                out.println();
                if (check.belongsInSummary()) {
                    out.println(check.sentence());
                    out.println();
                }
            });
            List<String> shown = report.warnings();
            List<String> bullets = Stream.concat(
                            outcome.warnings().stream().filter(each -> !shown.contains(each)), files(outcome.files()))
                    .toList();
            bullets.forEach(each -> out.println(bullet(each)));
            if (!bullets.isEmpty()) {
                out.println();
            }
        });
    }

    /** Returns a line for each file. If a subfolder contains more than {@link #MAX_FILES}, returns one line for all of them. */
    private static Stream<String> files(List<String> files) {
        Map<String, List<String>> bySubfolder = files.stream()
                .collect(Collectors.groupingBy(
                        file -> file.substring(0, Math.max(0, file.lastIndexOf('/'))),
                        LinkedHashMap::new,
                        Collectors.toList()));
        return bySubfolder.entrySet().stream()
                .flatMap(each -> each.getKey().isEmpty() || each.getValue().size() <= MAX_FILES
                        ? each.getValue().stream().map(file -> "File: " + file)
                        : Stream.of("Files: " + each.getValue().size() + " in " + each.getKey()));
    }

    /** Returns an entry of a list. Escapes the start of HTML tags and the targets of links, because the text may come from a server. */
    private static String bullet(String text) {
        return "- " + plain(text).replaceAll("<(?=[A-Za-z/!?])", "\\\\<").replace("](", "]\\(");
    }

    /** Replaces line ends and control characters, because server messages can contain terminal escape sequences. */
    static String plain(String text) {
        return PlainText.of(text);
    }
}
