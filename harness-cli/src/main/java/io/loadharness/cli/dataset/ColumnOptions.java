package io.loadharness.cli.dataset;

import io.loadharness.cli.console.ReadingLine;
import io.loadharness.dataset.Dataset;
import io.loadharness.dataset.DatasetReader;
import io.loadharness.dataset.StandardColumn;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;
import picocli.CommandLine.Option;

/** The options that say what the columns of a data set mean. */
public final class ColumnOptions {

    @Option(
            names = "--column",
            paramLabel = "MEANING=NAME",
            description =
                    "Which column is input, input_ids, input_lens, targets or output_lens, as in input=question, where"
                            + " its name does not say so. Any number of times.")
    private Map<StandardColumn, String> columns = new EnumMap<>(StandardColumn.class);

    /** Reads a file, and shows on a terminal how far that is. */
    public Dataset read(Path file, PrintWriter out) throws IOException {
        DatasetReader reader = new DatasetReader();
        columns.forEach(reader::column);
        try (ReadingLine line = ReadingLine.on(out, file)) {
            return reader.progress(line).read(file);
        }
    }
}
