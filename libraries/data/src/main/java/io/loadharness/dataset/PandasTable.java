// SPDX-License-Identifier: Apache-2.0
package io.loadharness.dataset;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.io.InputStream;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A JSON object in the format {@code orient="split"} or {@code "table"} of pandas. Its keys may be in any order. The rows can be before the
 * names of the columns. For this reason, such a file is read twice: first everything except the rows, then the rows. Not reusable.
 */
final class PandasTable {

    private static final String COLUMNS = "columns";
    private static final String INDEX = "index";
    private static final String DATA = "data";
    private static final String SCHEMA = "schema";
    /** The key whose value is the name of a series. */
    private static final String NAME = "name";

    private static final Set<String> SPLIT_KEYS = Set.of(COLUMNS, INDEX, DATA);
    private static final Set<String> TABLE_KEYS = Set.of(SCHEMA, DATA);
    private static final Set<String> SERIES_KEYS = Set.of(NAME, INDEX, DATA);
    private static final long NONE = -1;

    /** The keys of the object and the positions of their values. */
    private final Map<String, String> positions = new LinkedHashMap<>();

    private @Nullable List<?> names;
    private @Nullable Map<String, Object> schema;
    private long indexSize = NONE;
    private long size = NONE;
    private boolean hasListRows;

    private PandasTable() {}

    /** Reads a file that is a JSON object. If the object is not such a table, writes nothing and returns false. */
    static boolean read(DatasetSource source, RowSink rows) throws IOException {
        PandasTable table = new PandasTable();
        try (InputStream from = source.open();
                JsonParser in = JsonValues.parser(from)) {
            in.nextToken();
            if (!table.scan(in)) {
                return false;
            }
        }
        try (InputStream from = source.open();
                JsonParser in = JsonValues.parser(from)) {
            table.readRows(in, rows);
        }
        return true;
    }

    /** Reads everything except the rows. Returns false if the object is not a table. */
    private boolean scan(JsonParser in) throws IOException {
        while (in.nextToken() == JsonToken.FIELD_NAME) {
            String key = in.currentName();
            JsonToken value = in.nextToken();
            boolean isKnown =
                    SPLIT_KEYS.contains(key) || key.equals(SCHEMA) || (key.equals(NAME) && value.isScalarValue());
            boolean isRepeated = positions.put(key, JsonFormat.position(in.currentTokenLocation())) != null;
            if (isRepeated || !(isKnown || isTable() || isSplit())) {
                return false;
            }
            switch (key) {
                case COLUMNS -> names = JsonValues.any(in) instanceof List<?> list ? list : null;
                case SCHEMA -> readSchema(in);
                case INDEX -> indexSize = count(in, false);
                case DATA -> size = count(in, true);
                default -> in.skipChildren();
            }
        }
        boolean isSeries = positions.keySet().equals(SERIES_KEYS) && size != NONE && size == indexSize;
        if (!isTable() && !isSplit() && !isSeries) {
            return false;
        }
        if (in.nextToken() != null) {
            throw DatasetException.at(
                    JsonFormat.position(in.currentTokenLocation()), "unexpected content after the end of the table");
        }
        if (isSeries) {
            throw DatasetException.of("the file is a pandas series with orient=\"split\", which is not supported: save"
                    + " series.to_frame() instead");
        }
        return true;
    }

    private boolean isTable() {
        return schema != null && size != NONE;
    }

    private boolean isSplit() {
        return names != null && size != NONE && (size == 0 || hasListRows);
    }

    private void readSchema(JsonParser in) throws IOException {
        if (in.currentToken() == JsonToken.START_OBJECT) {
            in.nextToken();
            Map<String, Object> read = PandasJson.schema(in);
            schema = read.get("fields") instanceof List<?> ? read : null;
        }
    }

    /** Returns the number of elements of an array. Returns {@link #NONE} if the value is not an array. */
    private long count(JsonParser in, boolean areRows) throws IOException {
        if (in.currentToken() != JsonToken.START_ARRAY) {
            in.skipChildren();
            return NONE;
        }
        long count = 0;
        while (in.nextToken() != JsonToken.END_ARRAY) {
            if (areRows && count == 0) {
                hasListRows = in.currentToken() == JsonToken.START_ARRAY;
            }
            in.skipChildren();
            count++;
        }
        return count;
    }

    /** Reads only the rows. */
    private void readRows(JsonParser in, RowSink rows) throws IOException {
        Set<String> allowed = isTable() ? TABLE_KEYS : SPLIT_KEYS;
        for (Map.Entry<String, String> each : positions.entrySet()) {
            if (!allowed.contains(each.getKey())) {
                throw DatasetException.at(
                        each.getValue(),
                        "a pandas table with orient="
                                + (isTable() ? "\"table\" has only schema" : "\"split\" has only columns, index")
                                + " and data, but also \"" + each.getKey() + "\"");
            }
        }
        List<String> columns = isTable() ? List.of() : PandasJson.names(Objects.requireNonNull(names));
        in.nextToken();
        while (!in.nextFieldName().equals(DATA)) {
            in.nextToken();
            in.skipChildren();
        }
        in.nextToken();
        if (isTable()) {
            PandasJson.table(in, Objects.requireNonNull(schema), rows);
        } else {
            in.nextToken();
            PandasJson.rows(in, columns, rows);
            if (indexSize != NONE && indexSize != size) {
                throw DatasetException.of(
                        "the table has " + size + (size == 1 ? " row" : " rows") + ", but its index has " + indexSize);
            }
        }
    }
}
