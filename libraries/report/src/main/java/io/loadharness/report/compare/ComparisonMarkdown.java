// SPDX-License-Identifier: Apache-2.0
package io.loadharness.report.compare;

import io.loadharness.Verdict;
import io.loadharness.metrics.PercentileBound;
import io.loadharness.report.Quantity;
import io.loadharness.report.Table;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Prints a comparison as Markdown with aligned tables, which are readable in a terminal. Not thread-safe. */
public final class ComparisonMarkdown {

    private static final String NONE = "-";

    private final Comparison comparison;
    private final PrintWriter out;

    private ComparisonMarkdown(Comparison comparison, PrintWriter out) {
        this.comparison = comparison;
        this.out = out;
    }

    /** Prints a comparison. Does not close the writer. */
    public static void print(Comparison comparison, PrintWriter out) {
        ComparisonMarkdown markdown = new ComparisonMarkdown(comparison, out);
        markdown.runs();
        markdown.settings();
        if (comparison.runs().size() > 2) {
            markdown.sideBySide();
        }
        for (int i = 1; i < comparison.runs().size(); i++) {
            markdown.against(i);
        }
        markdown.failures();
        markdown.warnings();
        out.flush();
    }

    /** Prints the metrics of a run of another tool, without a comparison. Does not close the writer. */
    public static void print(ComparedRun run, PrintWriter out) {
        String completed = run.completed().isPresent() ? ", " + count(run.completed()) + " samples" : "";
        out.println(run.verdict().map(Verdict::name).orElse("No verdict") + completed + "  " + run.name());
        run.reasons().forEach(reason -> out.println("- " + reason));
        printTable(settings(run), out);
        Table figures = new Table("lr", "Metric", "Value");
        for (ComparedFigure each : ComparedFigures.all()) {
            if (each.of(run).isPresent()) {
                figures.row(each.id(), value(each, run));
            }
        }
        printTable(figures, out);
        out.println();
        run.warnings().forEach(out::println);
        out.flush();
    }

    private static Table settings(ComparedRun run) {
        Table table = new Table("ll", "Setting", "Value");
        run.settings().forEach(table::row);
        return table;
    }

    private static void printTable(Table table, PrintWriter out) {
        if (!table.isEmpty()) {
            out.println();
            table.print(out);
        }
    }

    /** Prints the findings of a regression check. */
    public static void print(List<String> findings, PrintWriter out) {
        out.println();
        out.println("## Verdict");
        out.println();
        if (findings.isEmpty()) {
            out.println("No regression.");
        }
        findings.forEach(finding -> out.println("- " + finding));
        out.flush();
    }

    private void runs() {
        Table table = new Table("lllrr", "Run", "Result", "Tool", "Completed", "Failed");
        List<String> invalid = new ArrayList<>();
        for (int i = 0; i < comparison.runs().size(); i++) {
            ComparedRun run = comparison.runs().get(i);
            String verdict = run.verdict().map(Verdict::name).orElse(NONE);
            table.row(
                    Comparison.letter(i),
                    run.name(),
                    run.tool() + ", " + verdict,
                    count(run.completed()),
                    count(run.failed()));
            if (run.isInvalid()) {
                invalid.add("- " + Comparison.letter(i) + " is " + verdict + "; its metrics do not count: "
                        + String.join("; ", run.reasons()));
            }
        }
        out.println("## Runs");
        print(table);
        if (!invalid.isEmpty()) {
            out.println();
            invalid.forEach(out::println);
        }
    }

    private void settings() {
        Map<String, List<Optional<String>>> differing = comparison.differingSettings();
        Table table = table("Setting", "l");
        differing.forEach((name, values) -> table.row(
                row(name, values.stream().map(value -> value.orElse(NONE)).toList())));
        out.println();
        out.println("## Different settings");
        if (table.isEmpty()) {
            out.println();
            out.println("No setting in the results differs.");
        } else {
            print(table);
        }
    }

    private void sideBySide() {
        Table table = table("Metric", "r");
        for (ComparedFigure figure : comparison.known(ComparedFigures.all())) {
            List<String> cells = new ArrayList<>(List.of(figure.id(), value(figure, comparison.base())));
            for (ComparedRun other : comparison.others()) {
                cells.add(value(figure, other) + mark(comparison.difference(figure, other)));
            }
            table.row(cells);
        }
        out.println();
        out.println("## All runs");
        print(table);
        out.println();
        out.println("`*`: significant difference (95 % confidence).");
    }

    private static String mark(Optional<Difference> difference) {
        String part = difference
                .flatMap(FigureFormat::relative)
                .map(relative -> ", " + relative)
                .orElse("");
        return difference.filter(Difference::isSignificant).isPresent() ? part + "*" : part;
    }

    private void against(int index) {
        ComparedRun other = comparison.runs().get(index);
        out.println();
        out.println("## " + Comparison.letter(index) + " against " + Comparison.letter(0));
        differences("Rates", ComparedFigures.rates(), index, other);
        differences("Latencies", ComparedFigures.latencies(), index, other);
        differences("Requests", ComparedFigures.requests(), index, other);
        comparison.phases(index).ifPresent(phases -> phases(phases, index));
    }

    private void phases(PhaseComparison phases, int index) {
        Table table = new Table(
                "lrrrrrr",
                "Phase",
                Comparison.letter(0) + ", mean",
                Comparison.letter(index) + ", mean",
                "Difference",
                "95 % interval",
                Comparison.letter(0) + ", p50",
                Comparison.letter(index) + ", p50");
        for (PhaseComparison.Phase each : phases.phases()) {
            table.row(row(each.title(), each));
            Set<String> parts = new LinkedHashSet<>(each.base().parts().keySet());
            parts.addAll(each.other().parts().keySet());
            for (String part : parts) {
                table.row("- " + part, part(each.base(), part), part(each.other(), part), "", "", "", "");
            }
        }
        table.row(row("All phases", phases.total()));
        out.println();
        out.println("### Phases of the latency");
        out.println();
        out.println(phases.summary());
        print(table);
        if (!phases.notes().isEmpty()) {
            out.println();
            phases.notes().forEach(note -> out.println("- " + note));
        }
    }

    private static List<String> row(String title, PhaseComparison.Phase phase) {
        return List.of(
                title,
                FigureFormat.time(phase.base().mean()),
                FigureFormat.time(phase.other().mean()),
                FigureFormat.signedTime(phase.difference().absolute()),
                phase.difference()
                        .interval()
                        .map(known ->
                                FigureFormat.signedTime(known.low()) + " to " + FigureFormat.signedTime(known.high()))
                        .orElse(NONE),
                FigureFormat.time(phase.base().median()),
                FigureFormat.time(phase.other().median()));
    }

    private static String part(PhaseComparison.Times times, String part) {
        return Optional.ofNullable(times.parts().get(part))
                .map(FigureFormat::time)
                .orElse(NONE);
    }

    private void differences(String group, List<ComparedFigure> figures, int index, ComparedRun other) {
        Table table = new Table(
                "lrrrrrl",
                group,
                Comparison.letter(0),
                Comparison.letter(index),
                "Difference",
                "Relative",
                "95 % interval",
                "Result");
        for (ComparedFigure figure : comparison.known(figures)) {
            Optional<Difference> difference = comparison.difference(figure, other);
            table.row(
                    figure.id(),
                    value(figure, comparison.base()),
                    value(figure, other),
                    shown(difference, known -> Optional.of(FigureFormat.change(figure, known.absolute()))),
                    shown(difference, FigureFormat::relative),
                    shown(difference, known -> FigureFormat.interval(figure, known)),
                    difference
                            .filter(Difference::isSignificant)
                            .map(known -> judged(figure, known))
                            .orElse(""));
        }
        print(table);
    }

    private static String shown(Optional<Difference> difference, Function<Difference, Optional<String>> text) {
        return difference.flatMap(text).orElse(NONE);
    }

    private static String judged(ComparedFigure figure, Difference difference) {
        double worsening = figure.better().worsening(difference.absolute());
        return worsening > 0 ? "worse" : worsening < 0 ? "better" : "differs";
    }

    private void failures() {
        Set<String> kinds = new LinkedHashSet<>();
        comparison.runs().forEach(run -> kinds.addAll(run.failures().keySet()));
        Table table = table("Failures", "r");
        for (String kind : kinds) {
            table.row(row(
                    kind,
                    comparison.runs().stream().map(run -> failures(run, kind)).toList()));
        }
        print(table);
    }

    private static String failures(ComparedRun run, String kind) {
        Long count = run.failures().get(kind);
        if (count != null) {
            return Quantity.count(count);
        }
        return run.failed().equals(OptionalLong.of(0)) ? "0" : NONE;
    }

    private void warnings() {
        List<String> warnings = new ArrayList<>();
        Map<String, List<String>> lettersOf = new LinkedHashMap<>();
        for (int i = 0; i < comparison.runs().size(); i++) {
            String letter = Comparison.letter(i);
            tooFew(comparison.runs().get(i)).ifPresent(warning -> warnings.add(letter + " has " + warning));
            comparison.runs().get(i).warnings().stream().distinct().forEach(warning -> lettersOf
                    .computeIfAbsent(warning, text -> new ArrayList<>())
                    .add(letter));
        }
        lettersOf.forEach((warning, letters) -> warnings.add(
                letters.size() == comparison.runs().size() ? warning : String.join(", ", letters) + ": " + warning));
        if (!warnings.isEmpty()) {
            out.println();
            out.println("## Warnings");
            out.println();
            warnings.forEach(warning -> out.println("- " + warning));
        }
    }

    /**
     * Returns a warning if a run has too few values for a percentile bound. In this case, the confidence interval of the percentile is too
     * narrow.
     */
    private static Optional<String> tooFew(ComparedRun run) {
        boolean known = run.metrics().values().stream()
                .anyMatch(summary -> summary.distribution().isPresent());
        List<String> uncertain = Stream.of(Statistic.values())
                .filter(each -> each.percentage().isPresent()
                        && run.completed().orElse(0)
                                < PercentileBound.minCount(each.percentage().getAsInt()))
                .map(Statistic::id)
                .toList();
        return known && !uncertain.isEmpty()
                ? Optional.of(count(run.completed()) + " completed requests, too few for "
                        + String.join(" and ", uncertain)
                        + ": the intervals of these percentiles have less than 95 % confidence.")
                : Optional.empty();
    }

    /** Creates a table with a column for each run. */
    private Table table(String head, String alignment) {
        return new Table(
                "l" + alignment.repeat(comparison.runs().size()),
                row(
                                head,
                                IntStream.range(0, comparison.runs().size())
                                        .mapToObj(Comparison::letter)
                                        .toList())
                        .toArray(String[]::new));
    }

    private static List<String> row(String first, List<String> others) {
        List<String> row = new ArrayList<>(List.of(first));
        row.addAll(others);
        return row;
    }

    private void print(Table table) {
        printTable(table, out);
    }

    private static String value(ComparedFigure figure, ComparedRun run) {
        return figure.of(run).isPresent()
                ? FigureFormat.value(figure, figure.of(run).getAsDouble())
                : NONE;
    }

    private static String count(OptionalLong count) {
        return count.isPresent() ? Quantity.count(count.getAsLong()) : NONE;
    }
}
