// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmarks;

import java.util.List;

/**
 * The median and range of a figure that was measured several times.
 *
 * @param pairs the number of measurements; for a comparison, the number of pairs of runs; 0 if the measurement failed
 * @param note additional information, or the reason of the failure; may be empty
 */
record FigureSpread(BenchFigure figure, double median, double min, double max, int pairs, String note) {

    static FigureSpread of(BenchFigure figure, List<Double> values) {
        return of(figure, values, "");
    }

    static FigureSpread of(BenchFigure figure, List<Double> values, String note) {
        List<Double> sorted = values.stream().sorted().toList();
        int count = sorted.size();
        return new FigureSpread(figure, median(sorted), sorted.get(0), sorted.get(count - 1), count, note);
    }

    /** Creates the row of a figure that could not be measured. */
    static FigureSpread failed(BenchFigure figure, String reason) {
        return new FigureSpread(figure, Double.NaN, Double.NaN, Double.NaN, 0, reason);
    }

    boolean isFailed() {
        return pairs == 0;
    }

    /** Returns a copy with an additional note. */
    FigureSpread withNote(String more) {
        return new FigureSpread(figure, median, min, max, pairs, note + "; " + more);
    }

    static double median(List<Double> values) {
        List<Double> sorted = values.stream().sorted().toList();
        int count = sorted.size();
        return (sorted.get((count - 1) / 2) + sorted.get(count / 2)) / 2;
    }
}
