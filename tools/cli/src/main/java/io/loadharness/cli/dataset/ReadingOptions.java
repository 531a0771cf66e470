// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.dataset;

import io.loadharness.cli.console.ReadingLine;
import io.loadharness.dataset.Dataset;
import io.loadharness.dataset.DatasetReader;
import io.loadharness.dataset.StandardColumn;
import io.loadharness.internal.PlainText;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Options for reading a data set and for the roles of its columns. */
public final class ReadingOptions {

    @Option(
            names = "--column",
            paramLabel = "ROLE=COLUMN",
            description = "Assign a column to a role, for example input=instruction. Needed if the name of the column"
                    + " is not a standard name of the role. Roles: input, images, input_ids, input_lens, targets,"
                    + " output_lens, at_s, conversation_id, turn, tools and documents. May be repeated.")
    private Map<StandardColumn, String> columns = new EnumMap<>(StandardColumn.class);

    @Option(
            names = "--columns",
            paramLabel = "FILE",
            description = "A YAML file that assigns columns to roles. Each line contains one role and its column, for"
                    + " example input: instruction. --column overrides this file.")
    private @Nullable Path columnFile;

    @Mixin
    private FileOptions fileOptions;

    /**
     * Checks that none of these options is given. Called if no file is read.
     *
     * @throws IllegalArgumentException if an option is given
     */
    public void requireNone() {
        if (hasRoles() || fileOptions.isGiven()) {
            throw new IllegalArgumentException("--column, --columns, --dataset-sql and --pad-id need --dataset-path");
        }
    }

    /** Returns true if an option assigns a role to a column. */
    boolean hasRoles() {
        return !columns.isEmpty() || columnFile != null;
    }

    /**
     * Reads a file, and shows the progress on a terminal. Prints a warning if lists of token ids may be padded, or may be truncated at the
     * wrong end.
     */
    public Dataset read(Path file, PrintWriter out) throws IOException {
        Dataset read;
        List<String> warnings = new ArrayList<>();
        try (ReadingLine line = ReadingLine.on(out, file)) {
            read = reader(line).warnings(warnings::add).read(file);
        }
        read.suspectedPadding().ifPresent(padding -> warnings.add(PlainText.of(padding.toString())));
        printWarnings(warnings, out);
        return read;
    }

    /** Returns the image files to which the rows of a file refer, by their names in the rows. Shows the progress on a terminal. */
    public Map<String, Path> imageFiles(Path file, PrintWriter out) throws IOException {
        try (ReadingLine line = ReadingLine.on(out, file)) {
            return reader(line).imageFiles(file);
        }
    }

    /** Prints the warnings of a reader. Call it after the line that shows the progress is closed. */
    static void printWarnings(List<String> warnings, PrintWriter out) {
        warnings.forEach(each -> out.println("Warning: " + each));
        out.flush();
    }

    /** Returns the id of {@code --pad-id}; empty if it is not given. */
    OptionalInt pad() {
        return fileOptions.pad();
    }

    /** Returns a reader with these options. */
    DatasetReader reader(DatasetReader.Progress progress) throws IOException {
        DatasetReader reader = fileOptions.reader(progress);
        if (columnFile != null) {
            ColumnFile.read(columnFile).forEach(reader::column);
        }
        columns.forEach(reader::column);
        return reader;
    }
}
