package io.loadharness.cli.dataset;

import io.loadharness.cli.console.ReadingLine;
import io.loadharness.dataset.Dataset;
import io.loadharness.dataset.DatasetReader;
import io.loadharness.dataset.RowSink;
import io.loadharness.dataset.StandardColumn;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;
import picocli.CommandLine.Option;

/** The options that say what is read of a data set, and what its columns mean. */
public final class ReadingOptions {

    @Option(
            names = "--column",
            paramLabel = "MEANING=NAME",
            description =
                    "Which column is input, images, input_ids, input_lens, targets, output_lens, at_s, conversation_id or"
                            + " turn, as in input=question, where its name does not say so. Any number of times.")
    private Map<StandardColumn, String> columns = new EnumMap<>(StandardColumn.class);

    @Option(
            names = "--columns",
            paramLabel = "FILE",
            description = "The same as a file of YAML, with a line for each, as in input: question. --column wins.")
    private Path columnFile;

    @Option(
            names = "--dataset-sql",
            paramLabel = "SELECT",
            description =
                    "Only these rows and columns, as in \"select * from data where input_len < 4096\"; the data set is the"
                            + " table data.")
    private String query;

    @Option(
            names = "--pad-id",
            paramLabel = "N",
            description = "The id that fills up short rows of NumPy arrays, and is no part of them.")
    private Integer pad;

    /**
     * Checks that there are none, where no file is read.
     *
     * @throws IllegalArgumentException if there is one
     */
    public void requireNone() {
        if (!columns.isEmpty() || columnFile != null || query != null || pad != null) {
            throw new IllegalArgumentException("--column, --columns, --dataset-sql and --pad-id need --dataset-path");
        }
    }

    /** Reads a file, and shows on a terminal how far that is. */
    public Dataset read(Path file, PrintWriter out) throws IOException {
        try (ReadingLine line = ReadingLine.on(out, file)) {
            return reader(line).read(file);
        }
    }

    /** Hands the rows of a file to a sink, and shows on a terminal how far that is. */
    void stream(Path file, RowSink rows, PrintWriter out) throws IOException {
        try (ReadingLine line = ReadingLine.on(out, file)) {
            reader(line).stream(file, rows);
        }
    }

    private DatasetReader reader(ReadingLine line) throws IOException {
        DatasetReader reader = new DatasetReader().progress(line);
        if (columnFile != null) {
            ColumnFile.read(columnFile).forEach(reader::column);
        }
        columns.forEach(reader::column);
        if (query != null) {
            reader.query(query);
        }
        if (pad != null) {
            reader.pad(pad);
        }
        return reader;
    }
}
