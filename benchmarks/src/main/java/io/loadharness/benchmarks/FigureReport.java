// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmarks;

import io.loadharness.report.Quantity;
import io.loadharness.report.Table;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;

/** Prints figures as a table or as JSON lines. */
final class FigureReport {

    private FigureReport() {}

    static void printTable(PrintWriter out, List<FigureSpread> spreads) {
        Table table = new Table("lrrrrll", "Figure", "Median", "Min", "Max", "Goal", "", "");
        for (FigureSpread spread : spreads) {
            BenchFigure figure = spread.figure();
            if (spread.isFailed()) {
                table.row(figure.title(), "failed", "", "", goal(figure), "", spread.note());
                continue;
            }
            table.row(
                    figure.title(),
                    value(figure, spread.median()),
                    value(figure, spread.min()),
                    value(figure, spread.max()),
                    goal(figure),
                    figure.goal().isEmpty() ? "" : figure.meetsGoal(spread.median()) ? "met" : "not met",
                    spread.note());
        }
        table.print(out);
        out.flush();
    }

    private static String value(BenchFigure figure, double value) {
        return figure.isRatio() ? Quantity.number(value) : Quantity.number(value) + " " + figure.unit();
    }

    private static String goal(BenchFigure figure) {
        return figure.goal().isEmpty()
                ? ""
                : (figure.moreIsBetter() ? ">= " : "<= ")
                        + Quantity.number(figure.goal().getAsDouble());
    }

    static void printJson(PrintWriter out, List<FigureSpread> spreads) {
        spreads.forEach(spread -> out.println(json(spread)));
        out.flush();
    }

    private static String json(FigureSpread spread) {
        return String.format(
                Locale.ROOT,
                "{\"figure\": \"%s\", \"median\": %s, \"min\": %s, \"max\": %s, \"pairs\": %d, \"unit\": \"%s\","
                        + " \"goal\": %s}",
                spread.figure().id(),
                json(spread.median()),
                json(spread.min()),
                json(spread.max()),
                spread.pairs(),
                spread.figure().unit(),
                spread.figure().goal().isPresent() ? spread.figure().goal().getAsDouble() : "null");
    }

    private static String json(double value) {
        return Double.isNaN(value) ? "null" : String.format(Locale.ROOT, "%.4f", value);
    }
}
