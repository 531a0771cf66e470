// SPDX-License-Identifier: Apache-2.0
package io.loadharness.dataset;

import io.loadharness.QuerySampleLibrary;
import io.loadharness.inference.GenerationParameters;
import io.loadharness.inference.InferenceRequest;
import io.loadharness.internal.Suggestions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntPredicate;

/**
 * A table of named columns in memory. Immutable and thread-safe.
 *
 * <p>{@link #find} returns a column by its meaning for a run, for example the prompts, independent of the column name in the file.
 *
 * <pre>{@code
 * Dataset dataset = Dataset.read(Path.of("prompts.jsonl"));
 * GenerationParameters parameters = GenerationParameters.builder().maxTokens(128).build();
 * List<InferenceRequest> requests = dataset.requests(PromptForm.bestFor(dataset), parameters);
 * }</pre>
 */
public final class Dataset {

    /** The format of data sets that were not read from a file. */
    private static final String IN_MEMORY = "memory";

    private static final int MAX_PREVIEW = 100;
    private static final int CUT_PREVIEW = 50;

    private final String name;
    private final Path folder;
    private final String format;
    private final int rows;
    private final Map<String, DatasetColumn> columns;
    private final Map<StandardColumn, String> standard;

    Dataset(
            String name,
            Path folder,
            String format,
            int rows,
            Map<String, DatasetColumn> columns,
            Map<StandardColumn, String> standard) {
        this.name = name;
        this.folder = folder;
        this.format = format;
        this.rows = rows;
        this.columns = Collections.unmodifiableMap(new LinkedHashMap<>(columns));
        this.standard = new EnumMap<>(StandardColumn.class);
        this.standard.putAll(standard);
    }

    /**
     * Reads a file of any supported format.
     *
     * @throws DatasetException if the content is invalid; the message gives the position and the reason
     * @throws IOException if the file cannot be read
     */
    public static Dataset read(Path file) throws IOException {
        return new DatasetReader().read(file);
    }

    /**
     * Collects the rows of a source in memory. The names of the columns determine their meanings.
     *
     * @param name the name of the data set in logs and results
     * @throws DatasetException if there are no rows, or the rows are invalid
     */
    public static Dataset of(String name, RowSource source) throws DatasetException {
        DatasetBuilder builder = new DatasetBuilder();
        source.writeTo(builder);
        if (builder.rows() == 0) {
            throw DatasetException.of(name + " has no rows");
        }
        Map<String, DatasetColumn> columns = builder.build();
        return new Dataset(
                name, Path.of(""), IN_MEMORY, (int) builder.rows(), columns, StandardColumn.among(columns.keySet()));
    }

    /** Returns the name of the data set in logs and results. The name of a data set from a file is the name of the file. */
    public String name() {
        return name;
    }

    /** Returns the folder to which relative file names in rows refer, such as the names of images. */
    Path folder() {
        return folder;
    }

    /** Returns the {@linkplain DatasetFormat#name name} of the file format; {@code memory} if the data set was not read from a file. */
    public String format() {
        return format;
    }

    /** Returns the number of rows, at least 1. */
    public int rows() {
        return rows;
    }

    /** Returns the names of the columns in the order of the file. */
    public Set<String> columnNames() {
        return columns.keySet();
    }

    /**
     * Returns a column by its name in the file.
     *
     * @throws IllegalArgumentException if no column has this name; the message suggests the nearest name
     */
    public DatasetColumn column(String columnName) {
        DatasetColumn found = columns.get(columnName);
        if (found == null) {
            throw new IllegalArgumentException(unknown(name, columnName, columns.keySet()));
        }
        return found;
    }

    /** Returns the column with the given meaning, such as {@link StandardColumn#INPUT}, if the data set has such a column. */
    public Optional<DatasetColumn> find(StandardColumn meaning) {
        return nameOf(meaning).map(columns::get);
    }

    /** Returns the name of the column with the given meaning, if the data set has such a column. */
    public Optional<String> nameOf(StandardColumn meaning) {
        return Optional.ofNullable(standard.get(meaning));
    }

    /**
     * Returns a query sample library with one sample per row. The performance sample count is the number of rows, because all rows are in
     * memory.
     */
    public QuerySampleLibrary library() {
        return QuerySampleLibrary.ofSize(name, rows);
    }

    /**
     * Returns one request per row. If the data set has the column {@link StandardColumn#OUTPUT_LENS}, its values replace the maximum number
     * of tokens in {@code parameters}. Each access to the list creates a new request.
     *
     * @throws DatasetException if no column contains prompts of this form, or if a row is invalid; the message gives the row and the
     *     reason
     */
    public List<InferenceRequest> requests(PromptForm form, GenerationParameters parameters) throws DatasetException {
        CheckedColumns checked = new CheckedColumns(this);
        return new DatasetRequests(form.prompts(checked), checked.outputLengths(), parameters, rows);
    }

    /**
     * Returns a data set without the rows whose recorded conversation has no question. ShareGPT contains such conversations. Returns this
     * data set unchanged if all rows have a question, or if no row has a question.
     *
     * @throws DatasetException if a row of the column is not a conversation; the message gives the position
     */
    public Dataset withoutEmptyConversations() throws DatasetException {
        BitSet kept = new CheckedColumns(this).rowsWithQuestion();
        if (kept.cardinality() == rows || kept.isEmpty()) {
            return this;
        }
        DatasetBuilder builder = new DatasetBuilder();
        write(builder, kept::get);
        return new Dataset(name, folder, format, (int) builder.rows(), builder.build(), standard);
    }

    /**
     * Returns a data set with two more columns: {@code input_ids}, the token ids of the prompts, and {@code input_lens}, the numbers of
     * these ids. Uses all CPUs.
     *
     * @throws DatasetException if the data set already has token ids, or if the prompt of a row is missing or cannot be encoded; the
     *     message gives the row and the reason
     */
    public Dataset withInputIds(PromptEncoder encoder) throws DatasetException {
        DatasetBuilder builder = new DatasetBuilder();
        EncodedRows encoded = new EncodedRows(builder, encoder, nameOf(StandardColumn.INPUT));
        try {
            write(encoded);
            encoded.flush();
        } catch (DatasetException e) {
            throw DatasetException.of(name + ": " + e.getMessage());
        }
        Map<StandardColumn, String> meanings = new EnumMap<>(StandardColumn.class);
        meanings.putAll(standard);
        for (StandardColumn each : List.of(StandardColumn.INPUT_IDS, StandardColumn.INPUT_LENS)) {
            meanings.put(each, each.userName());
        }
        return new Dataset(name, folder, format, rows, builder.build(), meanings);
    }

    /** Returns the token id that seems to be padding; empty if no id seems to be padding. */
    public Optional<SuspectedPadding> suspectedPadding() {
        return SuspectedPadding.of(this);
    }

    /** Returns the values of a row as JSON, by column name. Long values are shortened for display. */
    public Map<String, String> preview(int row) {
        Map<String, String> values = new LinkedHashMap<>();
        columns.forEach((column, data) -> values.put(column, shortened(display(data, row))));
        return values;
    }

    /** Returns a value as JSON. Numbers that JSON does not support become {@code Infinity}, {@code -Infinity} and {@code NaN}. */
    private static String display(DatasetColumn data, int row) {
        return data instanceof NumberColumn numbers && !data.isMissing(row)
                ? NumberColumn.text(numbers.get(row))
                : data.json(row);
    }

    private static String shortened(String value) {
        return value.length() <= MAX_PREVIEW
                ? value
                : value.substring(0, value.offsetByCodePoints(0, CUT_PREVIEW)) + " …";
    }

    /** Writes all rows to a sink, with the column names of the file. */
    public void write(RowSink sink) throws DatasetException {
        write(sink, row -> true);
    }

    private void write(RowSink sink, IntPredicate chosen) throws DatasetException {
        int[] numbers = columns.keySet().stream().mapToInt(sink::column).toArray();
        for (int row = 0; row < rows; row++) {
            if (!chosen.test(row)) {
                continue;
            }
            int position = 0;
            for (DatasetColumn each : columns.values()) {
                each.write(row, sink, numbers[position++]);
            }
            sink.endRow();
        }
    }

    static String unknown(String dataset, String column, Set<String> names) {
        return dataset + " has no column \"" + column + "\"" + Suggestions.hintAndNames(column, names);
    }

    @Override
    public String toString() {
        return "Dataset[" + name + ", " + rows + " rows, " + columns.keySet() + "]";
    }
}
