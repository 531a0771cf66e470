package io.loadharness.benchmarks;

import java.util.List;

/**
 * A figure as measured several times.
 *
 * @param pairs how many times
 * @param note what else a person may want to know; may be empty
 */
record Spread(Figure figure, double median, double min, double max, int pairs, String note) {

    static Spread of(Figure figure, List<Double> values) {
        return of(figure, values, "");
    }

    static Spread of(Figure figure, List<Double> values, String note) {
        List<Double> sorted = values.stream().sorted().toList();
        int count = sorted.size();
        return new Spread(figure, median(sorted), sorted.get(0), sorted.get(count - 1), count, note);
    }

    /** The same, with a further note. */
    Spread noting(String more) {
        return new Spread(figure, median, min, max, pairs, note + "; " + more);
    }

    static double median(List<Double> values) {
        List<Double> sorted = values.stream().sorted().toList();
        int count = sorted.size();
        return (sorted.get((count - 1) / 2) + sorted.get(count / 2)) / 2;
    }
}
