// SPDX-License-Identifier: Apache-2.0
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
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
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
    private @Nullable Path columnFile;

    @Mixin
    private FileOptions fileOptions;

    /**
     * Checks that there are none, where no file is read.
     *
     * @throws IllegalArgumentException if there is one
     */
    public void requireNone() {
        if (!columns.isEmpty() || columnFile != null || fileOptions.areGiven()) {
            throw new IllegalArgumentException("--column, --columns, --dataset-sql and --pad-id need --dataset-path");
        }
    }

    /** Reads a file, and shows on a terminal how far that is. */
    public Dataset read(Path file, PrintWriter out) throws IOException {
        try (ReadingLine line = ReadingLine.on(out, file)) {
            DatasetReader reader = fileOptions.reader(line);
            if (columnFile != null) {
                ColumnFile.read(columnFile).forEach(reader::column);
            }
            columns.forEach(reader::column);
            return reader.read(file);
        }
    }
}
