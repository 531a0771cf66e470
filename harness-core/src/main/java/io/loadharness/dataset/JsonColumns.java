package io.loadharness.dataset;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/** A JSON object of arrays, each a column. Its columns are held until all are read, since rows are written one after the other. */
final class JsonColumns {

    private JsonColumns() {}

    /**
     * Reads an object, whose first brace was read.
     *
     * @return whether it is such an object, and not the first of many, each a row; otherwise nothing was written
     */
    static boolean read(JsonParser in, RowSink rows) throws IOException {
        Map<String, Column> columns = new LinkedHashMap<>();
        while (in.nextToken() == JsonToken.FIELD_NAME) {
            String name = in.currentName();
            if (in.nextToken() != JsonToken.START_ARRAY) {
                return false;
            }
            if (columns.put(name, column(in, name)) != null) {
                throw DatasetException.of("column \"" + name + "\" is given twice");
            }
        }
        if (in.nextToken() != null) {
            return false;
        }
        int size = columns.values().stream().mapToInt(Column::rows).max().orElse(0);
        for (Map.Entry<String, Column> each : columns.entrySet()) {
            if (each.getValue().rows() != size) {
                throw DatasetException.of("column \"" + each.getKey() + "\" has "
                        + each.getValue().rows() + " values, and another has " + size);
            }
        }
        new Dataset("", Path.of(""), "json", size, columns, Map.of()).write(rows);
        return true;
    }

    private static Column column(JsonParser in, String name) throws IOException {
        DatasetBuilder builder = new DatasetBuilder();
        JsonValues values = new JsonValues(in, builder);
        int column = builder.column(name);
        try {
            while (in.nextToken() != JsonToken.END_ARRAY) {
                values.value(column);
                builder.endRow();
            }
        } catch (DatasetException e) {
            throw DatasetException.at("row " + (builder.rows() + 1), e.getMessage());
        }
        return builder.build().get(name);
    }
}
