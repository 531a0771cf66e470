// SPDX-License-Identifier: Apache-2.0
package io.loadharness.dataset;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonStreamContext;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads a JSON object whose keys are the names of columns. The value of a key is an array or, as in the default format of pandas, an object
 * with one label for each row, see {@link RowLabels}. The reader keeps all columns in memory, because it can write the first row only after
 * it has read all columns. Not reusable.
 */
final class JsonColumns {

    private static final Set<String> SPLIT = Set.of("columns", "index", "data");

    private final JsonParser in;
    private final Map<String, DatasetColumn> columns = new LinkedHashMap<>();
    private final RowLabels labels = new RowLabels();
    /**
     * An error in a column, thrown at the end if the object contains columns. If the object turns out to be a single row, whose values may
     * have any type, the error is ignored.
     */
    private @Nullable DatasetException failure;

    private JsonColumns(JsonParser in) {
        this.in = in;
    }

    /**
     * Reads a JSON object. The caller has already read the opening brace.
     *
     * @return true if the object contains columns; false if the object is a row of JSON Lines, and nothing was written to {@code rows}
     */
    static boolean read(JsonParser in, RowSink rows) throws IOException {
        return new JsonColumns(in).read(rows);
    }

    private boolean read(RowSink rows) throws IOException {
        while (in.nextToken() == JsonToken.FIELD_NAME) {
            String name = in.currentName();
            JsonToken first = in.nextToken();
            @Nullable DatasetColumn column = first == JsonToken.START_ARRAY ? column(name) : labeledColumn(name, first);
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
        if (failure != null) {
            throw failure;
        }
        if (labels.areNames() && columns.keySet().stream().allMatch(RowLabels::isNumber)) {
            throw orientation("index");
        }
        if (columns.keySet().equals(SPLIT)) {
            throw orientation("split");
        }
        int size = columns.values().stream().mapToInt(DatasetColumn::rows).max().orElse(0);
        for (Map.Entry<String, DatasetColumn> each : columns.entrySet()) {
            if (each.getValue().rows() != size) {
                throw DatasetException.of("column \"" + each.getKey() + "\" has "
                        + each.getValue().rows() + " values, but another column has " + size);
            }
        }
        new Dataset("", Path.of(""), "json", size, columns, Map.of()).write(rows);
        return true;
    }

    private DatasetColumn column(String name) throws IOException {
        JsonStreamContext within = in.getParsingContext();
        DatasetBuilder builder = new DatasetBuilder();
        JsonValues values = new JsonValues(in, builder);
        int column = builder.column(name);
        try {
            while (in.nextToken() != JsonToken.END_ARRAY) {
                add(values, column, builder);
            }
        } catch (DatasetException e) {
            failure = failure == null ? e : failure;
            while (in.getParsingContext() != within.getParent()) {
                in.nextToken();
            }
        }
        return builder.built(column);
    }

    /** Reads a column that is an object with row labels. Returns null if the value is not a column. */
    private @Nullable DatasetColumn labeledColumn(String name, JsonToken first) throws IOException {
        if (first != JsonToken.START_OBJECT) {
            return null;
        }
        DatasetBuilder builder = new DatasetBuilder();
        JsonValues values = new JsonValues(in, builder);
        int column = builder.column(name);
        while (in.nextToken() != JsonToken.END_OBJECT) {
            String label = in.currentName();
            requireNoOtherOrientation(name, label);
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
        return labels.end((int) builder.rows()) ? builder.built(column) : null;
    }

    private static void add(JsonValues values, int column, DatasetBuilder builder) throws IOException {
        try {
            values.value(column);
            builder.endRow();
        } catch (DatasetException e) {
            throw DatasetException.at("row " + (builder.rows() + 1), e.getMessage());
        }
    }

    private void requireNoOtherOrientation(String name, String within) throws DatasetException {
        if (columns.isEmpty() && name.equals("schema") && within.equals("fields")) {
            throw orientation("table");
        } else if (columns.isEmpty() && name.equals("0") && !RowLabels.isNumber(within)) {
            throw orientation("index");
        }
    }

    private static DatasetException orientation(String name) {
        return DatasetException.of("pandas tables with orient=\"" + name
                + "\" are not supported: write the table with to_json(..., orient=\"records\")");
    }
}
