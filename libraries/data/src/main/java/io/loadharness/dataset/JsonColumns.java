// SPDX-License-Identifier: Apache-2.0
package io.loadharness.dataset;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonStreamContext;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reads a JSON object that is a table. Usually its keys are the names of columns. The value of a key is an array or, as in the default
 * format of pandas, an object with one label for each row (see {@link RowLabels}). The reader keeps all columns in memory, because it can
 * write the first row only after it has read all columns. It passes the format {@code orient="index"} of pandas to {@link PandasJson}. Not
 * reusable.
 */
final class JsonColumns {

    private final JsonParser in;
    private final Map<String, DatasetColumn> columns = new LinkedHashMap<>();
    /**
     * The row orders of the columns whose labels have another order than those of the first column. A row order contains the position in
     * the column for each row of the table.
     */
    private final Map<String, int[]> orders = new HashMap<>();

    private final RowLabels labels = new RowLabels();
    /**
     * The first error of each column. If the object contains columns, the first of these errors is thrown at the end. If the object is a
     * single row, whose values may have any type, these errors are ignored.
     */
    private final Map<String, DatasetException> failures = new LinkedHashMap<>();

    private JsonColumns(JsonParser in) {
        this.in = in;
    }

    /**
     * Reads a JSON object. The caller has already read the opening brace.
     *
     * @return true if the object contains columns; false, without writing a row, if the object is a row of JSON Lines
     */
    static boolean read(JsonParser in, RowSink rows) throws IOException {
        return new JsonColumns(in).read(rows);
    }

    private boolean read(RowSink rows) throws IOException {
        while (in.nextToken() == JsonToken.FIELD_NAME) {
            String name = in.currentName();
            JsonToken first = in.nextToken();
            @Nullable DatasetColumn column;
            if (first == JsonToken.START_ARRAY) {
                JsonStreamContext around = in.getParsingContext().getParent();
                in.nextToken();
                column = column(name, around);
            } else if (first == JsonToken.START_OBJECT) {
                boolean isField = in.nextToken() == JsonToken.FIELD_NAME;
                if (isField && columns.isEmpty() && RowLabels.isOfRow(name) && !RowLabels.isOfRow(in.currentName())) {
                    PandasJson.index(in, rows);
                    requireEnd();
                    return true;
                }
                column = labeledColumn(name);
            } else {
                return false;
            }
            if (column == null) {
                return false;
            }
            if (columns.put(name, column) != null) {
                throw DatasetException.of("two columns are named \"" + name + "\"");
            }
        }
        if (in.nextToken() != null || !labels.areOfTable(columns.size())) {
            return false;
        }
        Optional<DatasetException> failure = failures.values().stream().findFirst();
        if (failure.isPresent()) {
            throw failure.get();
        }
        int size = columns.values().stream().mapToInt(DatasetColumn::rows).max().orElse(0);
        for (Map.Entry<String, DatasetColumn> each : columns.entrySet()) {
            if (each.getValue().rows() != size) {
                throw DatasetException.of("column \"" + each.getKey() + "\" has "
                        + each.getValue().rows() + " values, but another column has " + size);
            }
        }
        write(size, rows);
        return true;
    }

    private void write(int size, RowSink rows) throws DatasetException {
        if (orders.isEmpty()) {
            new Dataset("", Path.of(""), "json", size, columns, Map.of()).write(rows);
            return;
        }
        int[] numbers = columns.keySet().stream().mapToInt(rows::column).toArray();
        for (int row = 0; row < size; row++) {
            int position = 0;
            for (Map.Entry<String, DatasetColumn> each : columns.entrySet()) {
                int @Nullable [] order = orders.get(each.getKey());
                each.getValue().write(order == null ? row : order[row], rows, numbers[position++]);
            }
            rows.endRow();
        }
    }

    private void requireEnd() throws IOException {
        if (in.nextToken() != null) {
            throw DatasetException.at(
                    JsonFormat.position(in.currentTokenLocation()), "unexpected content after the end of the table");
        }
    }

    /**
     * Reads a column that is an array. The current token is the first value, or the end of the array.
     *
     * @param around the object that contains the array
     */
    private DatasetColumn column(String name, JsonStreamContext around) throws IOException {
        DatasetBuilder builder = new DatasetBuilder();
        JsonValues values = new JsonValues(in, builder);
        int column = builder.column(name);
        try {
            for (; in.currentToken() != JsonToken.END_ARRAY; in.nextToken()) {
                add(values, column, builder);
            }
        } catch (DatasetException e) {
            failures.put(name, e);
            while (in.getParsingContext() != around) {
                in.nextToken();
            }
        }
        return builder.built(column);
    }

    /**
     * Reads a column that is an object with row labels. The current token is the first label, or the end of the object. Returns null if the
     * value is not a column.
     */
    private @Nullable DatasetColumn labeledColumn(String name) throws IOException {
        DatasetBuilder builder = new DatasetBuilder();
        JsonValues values = new JsonValues(in, builder);
        int column = builder.column(name);
        for (; in.currentToken() != JsonToken.END_OBJECT; in.nextToken()) {
            String label = in.currentName();
            in.nextToken();
            if (!labels.accept(name, (int) builder.rows(), label)) {
                return null;
            }
            try {
                add(values, column, builder);
            } catch (DatasetException e) {
                if (labels.areNames()) {
                    return null; // the values of a single row may have any type
                }
                throw e;
            }
        }
        if (!labels.end((int) builder.rows())) {
            return null;
        }
        int @Nullable [] order = labels.order();
        if (order != null) {
            orders.put(name, order);
        }
        return builder.built(column);
    }

    private static void add(JsonValues values, int column, DatasetBuilder builder) throws IOException {
        try {
            values.value(column);
            builder.endRow();
        } catch (DatasetException e) {
            throw DatasetException.at("row " + (builder.rows() + 1), e.getMessage());
        }
    }
}
