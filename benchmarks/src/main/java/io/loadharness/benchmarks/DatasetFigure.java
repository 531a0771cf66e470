// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmarks;

import java.util.Locale;
import java.util.OptionalDouble;

/** The files that {@code bench dataset} loads or encodes, with the goals for the speed relative to pandas or tokenizers. */
enum DatasetFigure {
    JSON("JSON", "chat.json", "json", 2),
    JSONL("JSON Lines", "chat.jsonl", "jsonl", 2),
    CSV_LISTS("CSV of strings and ids", "chat.csv", "csv-lists", 2),
    CSV_CELLS("CSV of strings and ids, pandas keeps ids as text", "chat.csv", "csv", Double.NaN),
    CSV_NUMBERS("CSV of numbers", "numbers.csv", "csv", 2),
    PICKLE("Pickle", "chat.pickle", "pickle", 0.5),
    NPY("NumPy array of 64-bit ids", "input_ids.npy", "npy", Double.NaN),
    PARQUET_INT32("Parquet, 32-bit ids", "int32.parquet", "parquet", 0.5),
    PARQUET_INT64("Parquet, 64-bit ids", "int64.parquet", "parquet", 0.5),
    /** Encodes prompts in memory as token ids. The other side is the Python package {@code tokenizers}, with the same number of threads. */
    TOKENIZE("Token ids of prompts", "prompts.jsonl", "tokenizers", 0.9);

    /** The heap that a million lists of 512 ids need, divided by the bytes of the ids. */
    static final BenchFigure HEAP =
            BenchFigure.cost("heap_ratio", "Heap use / bytes of the ids", BenchFigure.RATIO, 1.3);

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

    /** Returns the argument with which the script selects a pandas function to read the file. Not used for {@link #TOKENIZE}. */
    String reader() {
        return reader;
    }

    BenchFigure cpu() {
        return cpu(title);
    }

    /** Returns the figure of the CPU time with the given title. */
    BenchFigure cpu(String subject) {
        return figure(subject, "cpu_ratio", "CPU time", this == TOKENIZE ? Double.NaN : goal);
    }

    BenchFigure wall() {
        return wall(title);
    }

    /** Returns the figure of the wall time with the given title. */
    BenchFigure wall(String subject) {
        return figure(subject, "wall_ratio", "wall time", this == TOKENIZE ? goal : Double.NaN);
    }

    private BenchFigure figure(String subject, String suffix, String unit, double minimum) {
        return new BenchFigure(
                name().toLowerCase(Locale.ROOT) + "_" + suffix,
                subject + ", " + unit + ", " + (this == TOKENIZE ? "tokenizers" : "pandas") + " / LoadHarness",
                BenchFigure.RATIO,
                Double.isNaN(minimum) ? OptionalDouble.empty() : OptionalDouble.of(minimum),
                true);
    }
}
