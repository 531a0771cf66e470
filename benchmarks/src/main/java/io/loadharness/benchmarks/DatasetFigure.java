// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmarks;

import java.util.Locale;
import java.util.OptionalDouble;

/** The files that {@code bench dataset} loads, and by how much faster than pandas. */
enum DatasetFigure {
    JSON("JSON", "chat.json", "json", 2),
    JSONL("JSON Lines", "chat.jsonl", "jsonl", 2),
    CSV_LISTS("CSV of texts and ids", "chat.csv", "csv-lists", 2),
    CSV_CELLS("the same, of which pandas leaves the ids as texts", "chat.csv", "csv", Double.NaN),
    CSV_NUMBERS("CSV of numbers", "numbers.csv", "csv", 2),
    PICKLE("Pickle", "chat.pickle", "pickle", 0.5),
    PARQUET_INT32("Parquet, ids of 32 bits", "int32.parquet", "parquet", 0.5),
    PARQUET_INT64("Parquet, ids of 64 bits", "int64.parquet", "parquet", 0.5);

    /** A million lists of 512 ids, as a multiple of the ids themselves. */
    static final BenchFigure HEAP =
            BenchFigure.cost("heap_ratio", "Heap held, to the bytes of the ids", BenchFigure.RATIO, 1.3);

    private final String title;
    private final String file;
    private final String reader;
    private final double goal;

    DatasetFigure(String title, String file, String reader, double goal) {
        this.title = title;
        this.file = file;
        this.reader = reader;
        this.goal = goal;
    }

    String file() {
        return file;
    }

    /** How pandas reads it, as its script calls that. */
    String reader() {
        return reader;
    }

    BenchFigure cpu() {
        return figure("cpu_ratio", "CPU time", goal);
    }

    BenchFigure wall() {
        return figure("wall_ratio", "wall time", Double.NaN);
    }

    private BenchFigure figure(String suffix, String unit, double least) {
        return new BenchFigure(
                name().toLowerCase(Locale.ROOT) + "_" + suffix,
                title + ", pandas' " + unit + " to ours",
                BenchFigure.RATIO,
                Double.isNaN(least) ? OptionalDouble.empty() : OptionalDouble.of(least),
                true);
    }
}
