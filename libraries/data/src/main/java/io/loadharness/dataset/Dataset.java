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
 * Named columns over rows, held in memory. Immutable; safe for any number of threads.
 *
 * <p>Whatever the file calls them, {@link #find} gives the columns that a run looks for.
 */
public final class Dataset {

    /** The format of what was read from no file. */
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
     * Reads a file of any format that there is a reader for.
     *
     * @throws DatasetException if the content cannot be used; says where and why
     * @throws IOException if the file cannot be read
     */
    public static Dataset read(Path file) throws IOException {
        return new DatasetReader().read(file);
    }

    /**
     * Collects rows in memory. Columns are taken for what their names say.
     *
     * @param name what logs and results call it
     * @throws DatasetException if there are no rows, or they cannot be used
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

    /** What logs and results call it: the file's name. */
    public String name() {
        return name;
    }

    /** Where files are that rows name. */
    Path folder() {
        return folder;
    }

    /** In which format it was read: {@link DatasetFormat#name}; {@code memory} if it is from no file. */
    public String format() {
        return format;
    }

    /** The number of rows, at least 1. */
    public int rows() {
        return rows;
    }

    /** The names of the columns, in the order of the file. */
    public Set<String> columnNames() {
        return columns.keySet();
    }

    /**
     * A column by its name in the file.
     *
     * @throws IllegalArgumentException if there is none; names the nearest
     */
    public DatasetColumn column(String columnName) {
        DatasetColumn found = columns.get(columnName);
        if (found == null) {
            throw new IllegalArgumentException(unknown(name, columnName, columns.keySet()));
        }
        return found;
    }

    /** A column by its meaning, if the set has it. */
    public Optional<DatasetColumn> find(StandardColumn meaning) {
        return nameOf(meaning).map(columns::get);
    }

    /** How the file names the column with that meaning. */
    public Optional<String> nameOf(StandardColumn meaning) {
        return Optional.ofNullable(standard.get(meaning));
    }

    /** Each row as a sample that is always in memory. */
    public QuerySampleLibrary library() {
        return QuerySampleLibrary.ofSize(name, rows);
    }

    /**
     * Each row as a request with these parameters; a row that says how many tokens to ask for is asked for so many. A view, which makes a
     * request whenever it is asked for one.
     *
     * @throws DatasetException if the set has no column that is fit for such prompts, or a row is not; says which and why
     */
    public List<InferenceRequest> requests(PromptForm form, GenerationParameters parameters) throws DatasetException {
        CheckedColumns checked = new CheckedColumns(this);
        return new DatasetRequests(form.prompts(checked), checked.outputLengths(), parameters, rows);
    }

    /**
     * The set without the recorded conversations in which nothing is asked, as ShareGPT has them; this set, if something is in all of
     * them, or in none.
     *
     * @throws DatasetException if the column of conversations holds something else; says where
     */
    public Dataset askable() throws DatasetException {
        BitSet asking = new CheckedColumns(this).asking();
        if (asking.cardinality() == rows || asking.isEmpty()) {
            return this;
        }
        DatasetBuilder builder = new DatasetBuilder();
        write(builder, asking::get);
        return new Dataset(name, folder, format, (int) builder.rows(), builder.build(), standard);
    }

    /** Returns the values of a row for people to read, by the names of the columns: as JSON, with the end of long values left out. */
    public Map<String, String> preview(int row) {
        Map<String, String> values = new LinkedHashMap<>();
        columns.forEach((column, data) -> values.put(column, shortened(data.json(row))));
        return values;
    }

    private static String shortened(String value) {
        return value.length() <= MAX_PREVIEW
                ? value
                : value.substring(0, value.offsetByCodePoints(0, CUT_PREVIEW)) + " …";
    }

    /** Writes every row to a sink, under the names of the file. */
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
        return dataset + " has no column \"" + column + "\"; the nearest is \"" + Suggestions.nearest(column, names)
                + "\", and there are " + String.join(", ", names);
    }

    @Override
    public String toString() {
        return "Dataset[" + name + ", " + rows + " rows, " + columns.keySet() + "]";
    }
}
