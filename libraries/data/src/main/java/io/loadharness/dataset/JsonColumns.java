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
 * A JSON object of columns: each an array or, as pandas writes it where nobody says how, an object with a label for each row, see
 * {@link RowLabels}. They are held until all are read, since rows are written one after the other. For one object.
 */
final class JsonColumns {

    private static final Set<String> SPLIT = Set.of("columns", "index", "data");

    private final JsonParser in;
    private final Map<String, DatasetColumn> columns = new LinkedHashMap<>();
    private final RowLabels labels = new RowLabels();
    /** What is wrong if these are columns; the values of one row may be of all kinds. */
    private @Nullable DatasetException refused;

    private JsonColumns(JsonParser in) {
        this.in = in;
    }

    /**
     * Reads an object, whose first brace was read.
     *
     * @return whether it is such an object, and not the first of many, each a row; otherwise nothing was written
     */
    static boolean read(JsonParser in, RowSink rows) throws IOException {
        return new JsonColumns(in).read(rows);
    }

    private boolean read(RowSink rows) throws IOException {
        while (in.nextToken() == JsonToken.FIELD_NAME) {
            String name = in.currentName();
            JsonToken begin = in.nextToken();
            @Nullable DatasetColumn column = begin == JsonToken.START_ARRAY ? column(name) : labelled(name, begin);
            if (column == null) {
                return false;
            }
            if (columns.put(name, column) != null) {
                throw DatasetException.of("column \"" + name + "\" is given twice");
            }
        }
        if (in.nextToken() != null || !labels.areOfTable(columns.size())) {
            return false;
        }
        if (refused != null) {
            throw refused;
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
                        + each.getValue().rows() + " values, and another has " + size);
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
            refused = refused == null ? e : refused;
            while (in.getParsingContext() != within.getParent()) {
                in.nextToken();
            }
        }
        return builder.built(column);
    }

    /** The column of an object of rows; null if this is none. */
    private @Nullable DatasetColumn labelled(String name, JsonToken begin) throws IOException {
        if (begin != JsonToken.START_OBJECT) {
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
                    return null; // values of one row may be of all kinds
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
        return DatasetException.of("this is a table as pandas writes it with orient=\"" + name
                + "\": write it by to_json(..., orient=\"records\")");
    }
}
