// SPDX-License-Identifier: Apache-2.0
package io.loadharness.dataset;

import java.io.EOFException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Reads data sets from files. The reader detects the format from the content and decompresses the file if necessary. Error messages give
 * the position of the problem. Not thread-safe; one reader can read many files.
 *
 * <pre>{@code
 * Dataset dataset = new DatasetReader().column(StandardColumn.INPUT, "story").read(Path.of("stories.csv"));
 * }</pre>
 */
public final class DatasetReader {

    /** A listener for the progress of reading a file. */
    @FunctionalInterface
    public interface Progress {

        /**
         * Called repeatedly while the file is read.
         *
         * @param share the share of the file that was read, from 0 to 1
         */
        void read(double share);
    }

    private final Map<StandardColumn, String> chosen = new EnumMap<>(StandardColumn.class);
    private Progress progress = share -> {};
    private Consumer<String> warnings = message -> {};
    private OptionalInt pad = OptionalInt.empty();
    private OptionalInt listPad = OptionalInt.empty();
    private boolean isPaddingLists;
    private Optional<String> query = Optional.empty();
    private Optional<PromptEncoder> encoder = Optional.empty();
    private List<String> only = List.of();
    private boolean isEscapingFormulas;

    /** Creates a reader that derives the meanings of columns from their names. */
    public DatasetReader() {}

    /** Assigns a meaning to a column of the file, independent of its name. */
    public DatasetReader column(StandardColumn meaning, String name) {
        chosen.put(meaning, Objects.requireNonNull(name, "name"));
        return this;
    }

    /**
     * Sets the pad id. The rows of a NumPy array have equal length, and short lists are padded with the pad id. The reader removes this
     * padding, which must be on the same side of all rows, right or left. The reader rejects files in formats without padding.
     */
    public DatasetReader pad(int value) {
        pad = OptionalInt.of(value);
        return this;
    }

    /**
     * Sets the id with which {@link #convert} pads short lists, for formats such as {@code npy}, which store only lists of equal length. By
     * default, {@code convert} rejects lists of different lengths for these formats.
     */
    public DatasetReader padLists(int id) {
        listPad = OptionalInt.of(id);
        return this;
    }

    /**
     * Sets an SQL statement. The reader returns the result of the statement instead of the rows of the file. In the statement, the file is
     * the table {@code data}. Requires {@code harness-duckdb}.
     */
    public DatasetReader query(String statement) {
        query = Optional.of(statement);
        return this;
    }

    /**
     * Adds two columns to the rows: {@code input_ids} with the token ids of the prompts, and {@code input_lens} with the numbers of these
     * ids. A file that already has token ids is rejected.
     */
    public DatasetReader encoder(PromptEncoder value) {
        encoder = Optional.of(value);
        return this;
    }

    /**
     * Sets the columns to read from the file, from the result of the SQL statement, or from the encoder. An empty list selects all columns.
     */
    public DatasetReader only(List<String> columns) {
        only = List.copyOf(columns);
        return this;
    }

    /**
     * Sets whether {@link #convert} escapes strings that spreadsheet programs treat as formulas; false by default. If true, {@code convert}
     * writes an apostrophe in front of these strings in CSV files.
     */
    public DatasetReader escapeFormulas(boolean value) {
        isEscapingFormulas = value;
        return this;
    }

    /** Sets the listener for the progress. The listener is called on the reading thread. */
    public DatasetReader progress(Progress value) {
        progress = Objects.requireNonNull(value, "progress");
        return this;
    }

    /**
     * Sets the receiver of messages about content that the reader may have misunderstood. A message names the file, the rule that the
     * reader used, and the remedy. The receiver is called on the reading thread.
     */
    public DatasetReader warnings(Consumer<String> receiver) {
        warnings = Objects.requireNonNull(receiver, "receiver");
        return this;
    }

    /**
     * Reads a file into memory.
     *
     * @throws DatasetException if the content is invalid; the message gives the position and the reason
     * @throws IOException if the file cannot be read
     */
    public Dataset read(Path file) throws IOException {
        DatasetBuilder builder = new DatasetBuilder();
        String format = stream(file, builder, true);
        Map<String, DatasetColumn> columns;
        try {
            columns = builder.build();
        } catch (OutOfMemoryError e) {
            throw outOfMemory(file, builder);
        }
        return dataset(file, format, builder, columns, meanings(nameOf(file), columns.keySet()));
    }

    private static Dataset dataset(
            Path file,
            String format,
            DatasetBuilder builder,
            Map<String, DatasetColumn> columns,
            Map<StandardColumn, String> standard) {
        Path folder = file.toAbsolutePath().resolveSibling("");
        return new Dataset(nameOf(file), folder, format, (int) builder.rows(), columns, standard);
    }

    private static String nameOf(Path file) {
        return String.valueOf(file.getFileName());
    }

    /**
     * Returns the image files to which the rows of a file refer, by their names in the rows. URLs are left out. Of the file, only the
     * images column is kept in memory. The image files are not read.
     *
     * @throws DatasetException if the content is invalid, or if an image file cannot be used; the message gives the position and the
     *     reason
     * @throws IOException if the file cannot be read
     */
    public Map<String, Path> imageFiles(Path file) throws IOException {
        String given = chosen.get(StandardColumn.IMAGES);
        List<String> names = given != null
                ? List.of(given)
                : StandardColumn.IMAGES.aliases().stream()
                        .filter(each -> !chosen.containsValue(each))
                        .toList();
        DatasetBuilder builder = new DatasetBuilder();
        String format = stream(file, new ChosenColumns(builder, names));
        Map<String, DatasetColumn> columns = builder.build();
        Map<StandardColumn, String> standard = new EnumMap<>(StandardColumn.class);
        names.stream()
                .filter(columns::containsKey)
                .findFirst()
                .ifPresent(name -> standard.put(StandardColumn.IMAGES, name));
        return new CheckedColumns(dataset(file, format, builder, columns, standard)).imageFiles();
    }

    /**
     * Writes the rows of a file to a sink.
     *
     * @return the name of the format
     * @throws DatasetException if the content is invalid; the message gives the position and the reason
     * @throws IOException if the file cannot be read
     */
    public String stream(Path file, RowSink rows) throws IOException {
        return stream(file, rows, false);
    }

    private String stream(Path file, RowSink rows, boolean intoMemory) throws IOException {
        try {
            return streamChosen(file, rows, intoMemory);
        } catch (OutOfMemoryError e) {
            throw outOfMemory(file, rows);
        }
    }

    /** Releases the rows, because even the message needs memory, and returns the error. */
    private static DatasetException outOfMemory(Path file, RowSink rows) {
        long row = rows.rows() + 1;
        boolean ignored = rows.tryClear(); // false if the sink is a file, which keeps no rows in memory
        return DatasetException.outOfMemory(file.toString(), "it was read to row " + row);
    }

    private String streamChosen(Path file, RowSink rows, boolean intoMemory) throws IOException {
        if (only.isEmpty()) {
            return streamEncoded(file, rows, intoMemory);
        }
        ChosenColumns chosen = new ChosenColumns(rows, only);
        String format = streamEncoded(file, chosen, false); // dropped columns need no memory
        chosen.check();
        return format;
    }

    private String streamEncoded(Path file, RowSink rows, boolean intoMemory) throws IOException {
        if (encoder.isEmpty()) {
            return streamAll(file, rows, intoMemory);
        }
        EncodedRows encoded =
                new EncodedRows(rows, encoder.get(), Optional.ofNullable(chosen.get(StandardColumn.INPUT)));
        String format = streamAll(file, encoded, intoMemory);
        try {
            encoded.flush();
        } catch (DatasetException e) {
            throw e.in(file, 1);
        }
        return format;
    }

    private String streamAll(Path file, RowSink rows, boolean intoMemory) throws IOException {
        try (DatasetFile source = DatasetFile.open(file, progress, warnings, pad, intoMemory && query.isEmpty())) {
            DatasetFormat format = Formats.of(source.start(), file);
            try {
                if (query.isPresent()) {
                    Formats.query().read(format, source, query.get(), rows);
                } else {
                    format.read(source, rows);
                }
            } catch (DatasetException e) {
                throw e.in(file, rows.rows() + 1);
            } catch (EOFException e) {
                throw DatasetException.of(
                        file + " is truncated: it ends after " + rows.rows() + (rows.rows() == 1 ? " row" : " rows"));
            }
            if (!isPaddingLists) {
                source.requirePadUsed(format.name());
            }
            if (rows.rows() == 0) {
                throw DatasetException.of(file + " has no rows");
            }
            return format.name();
        }
    }

    /**
     * Copies the rows of a file to another file, row by row. The file can be larger than the memory. If the copy fails, {@code to} is not
     * created or changed.
     *
     * @param to the file to write; its extension selects the format, as in {@code .jsonl}
     * @throws DatasetException if the content is invalid or cannot be written in that format; the message gives the position and the
     *     reason
     * @throws IOException if {@code file} cannot be read, or if {@code to} cannot be written
     */
    public WrittenDataset convert(Path file, Path to) throws IOException {
        try (DatasetWriter writer = WritableFormat.createByName(to)) {
            isPaddingLists = listPad.isPresent()
                    && writer.padLists(listPad.getAsInt(), message -> warnings.accept(to + ": " + message));
            FormulaCells cells = new FormulaCells(writer, isEscapingFormulas);
            boolean isCsv = Formats.writable(to).name().equals("csv");
            stream(file, isCsv ? cells : writer);
            writer.finish();
            return new WrittenDataset(to, writer.rows(), writer.omittedColumns(), cells.count());
        } finally {
            isPaddingLists = false;
        }
    }

    private Map<StandardColumn, String> meanings(String dataset, Set<String> names) throws DatasetException {
        for (String name : chosen.values()) {
            if (!names.contains(name)) {
                throw DatasetException.of(Dataset.unknown(dataset, name, names));
            }
        }
        Set<String> unassigned = new LinkedHashSet<>(names);
        unassigned.removeAll(chosen.values());
        Map<StandardColumn, String> meanings = StandardColumn.among(unassigned);
        meanings.putAll(chosen);
        return meanings;
    }
}
