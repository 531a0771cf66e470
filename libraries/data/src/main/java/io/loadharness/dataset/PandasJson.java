// SPDX-License-Identifier: Apache-2.0
package io.loadharness.dataset;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads the formats of {@code DataFrame.to_json} that store a table by rows: {@code orient="split"}, {@code "table"}, {@code "values"} and
 * {@code "index"}. {@link PandasTable} finds the parts of {@code "split"} and {@code "table"}, {@link JsonColumns} reads
 * {@code "columns"}, and {@link JsonFormat} reads {@code "records"}. The labels of the rows are
 * not stored in a column, except for an index with a name in the format {@code "table"}.
 */
final class PandasJson {

    /** The names that the format {@code table} gives to the levels of an index without names. */
    private static final Pattern UNNAMED_INDEX = Pattern.compile("index|level_[0-9]+");

    private static final String NOT_A_ROW = "the row is not an object {…}";

    private PandasJson() {}

    /**
     * Reads the arrays of rows of the formats {@code split} and {@code values}. The current token is the start of the first row, or the end
     * of the table.
     *
     * @param names the names of the columns
     */
    static void rows(JsonParser in, List<String> names, RowSink rows) throws IOException {
        JsonValues values = new JsonValues(in, rows);
        int[] columns = names.stream().mapToInt(rows::column).toArray();
        for (; in.currentToken() != JsonToken.END_ARRAY; in.nextToken()) {
            if (in.currentToken() != JsonToken.START_ARRAY) {
                throw new DatasetException("the row is not an array […]");
            }
            int count = 0;
            while (in.nextToken() != JsonToken.END_ARRAY) {
                if (count < columns.length) {
                    values.value(columns[count]);
                } else {
                    in.skipChildren();
                }
                count++;
            }
            if (count != columns.length) {
                throw new DatasetException(
                        "the row has " + count + " values, but the table has " + columns.length + " columns");
            }
            rows.endRow();
        }
    }

    /**
     * Reads an array of arrays, the format {@code values}. The current token is the start of the first row. If the first row has only
     * 32-bit integers, the rows are lists of token ids, as in a two-dimensional array of NumPy. Otherwise, the columns are named {@code 0},
     * {@code 1} and so on, as pandas does.
     */
    static void values(JsonParser in, RowSink rows) throws IOException {
        DatasetBuilder first = new DatasetBuilder();
        JsonValues values = new JsonValues(in, first);
        int whole = first.column("");
        values.value(whole);
        first.endRow();
        in.nextToken();
        DatasetColumn column = first.built(whole);
        if (column instanceof IntListColumn) {
            int ids = rows.column(StandardColumn.INPUT_IDS.userName());
            column.write(0, rows, ids);
            rows.endRow();
            JsonValues lists = new JsonValues(in, rows);
            for (; in.currentToken() != JsonToken.END_ARRAY; in.nextToken()) {
                lists.value(ids);
                rows.endRow();
            }
            return;
        }
        String json = ((TextColumn) column).present(0);
        try (JsonParser again = JsonValues.parser(json)) {
            int width = width(again);
            List<String> names = new ArrayList<>();
            for (int i = 0; i < width; i++) {
                names.add(String.valueOf(i));
            }
            try (JsonParser cells = JsonValues.parser("[" + json + "]")) {
                cells.nextToken();
                cells.nextToken();
                rows(cells, names, rows);
            }
            rows(in, names, rows);
        }
    }

    private static int width(JsonParser row) throws IOException {
        row.nextToken();
        int width = 0;
        while (row.nextToken() != JsonToken.END_ARRAY) {
            row.skipChildren();
            width++;
        }
        return width;
    }

    /** Returns the names of the columns in the format {@code split}. */
    static List<String> names(List<?> columns) throws DatasetException {
        Set<String> names = new LinkedHashSet<>();
        for (Object column : columns) {
            if (column instanceof Collection<?> || column instanceof Map<?, ?>) {
                throw DatasetException.of("the columns of the table have names of several levels, such as " + column
                        + ": flatten them to one name each");
            } else if (!names.add(String.valueOf(column))) {
                throw DatasetException.of("two columns are named \"" + column + "\"");
            }
        }
        return List.copyOf(names);
    }

    /**
     * Reads the object {@code schema} of the format {@code table}. The current token is the name of its first field.
     *
     * @return the fields of the schema
     */
    static Map<String, Object> schema(JsonParser in) throws IOException {
        Map<String, Object> fields = new HashMap<>();
        for (; in.currentToken() == JsonToken.FIELD_NAME; in.nextToken()) {
            String name = in.currentName();
            in.nextToken();
            Object value = JsonValues.any(in);
            if (value != null) {
                fields.put(name, value);
            }
        }
        return fields;
    }

    /** Reads the rows of the format {@code table}. The current token is the start of the array of rows. */
    static void table(JsonParser in, Map<String, Object> schema, RowSink rows) throws IOException {
        List<?> keys = schema.get("primaryKey") instanceof List<?> list ? list : List.of();
        Set<String> index = new LinkedHashSet<>();
        for (Object key : keys) {
            if (UNNAMED_INDEX.matcher(String.valueOf(key)).matches()) {
                index.add(String.valueOf(key));
            }
        }
        if (schema.get("fields") instanceof List<?> fields) {
            for (Object field : fields) {
                Object name = field instanceof Map<?, ?> described ? described.get("name") : null;
                if (name instanceof List<?>) {
                    throw DatasetException.of(
                            "the columns of the table have names of several levels: flatten them to one name each");
                } else if (name != null && !index.contains(name.toString())) {
                    rows.column(name.toString());
                }
            }
        }
        JsonValues values = new JsonValues(in, rows);
        while (in.nextToken() != JsonToken.END_ARRAY) {
            if (in.currentToken() != JsonToken.START_OBJECT) {
                throw new DatasetException(NOT_A_ROW);
            }
            in.nextToken();
            values.fields(index);
        }
    }

    /**
     * Reads the format {@code index}: an object with an object for each row. The current token is the name of the first field of the first
     * row.
     */
    static void index(JsonParser in, RowSink rows) throws IOException {
        JsonValues values = new JsonValues(in, rows);
        values.fields(Set.of());
        while (in.nextToken() == JsonToken.FIELD_NAME) {
            String label = in.currentName();
            if (in.nextToken() != JsonToken.START_OBJECT) {
                throw new DatasetException("row \"" + label + "\" is not an object {…}, but the rows before it are");
            }
            in.nextToken();
            values.fields(Set.of());
        }
    }

    /**
     * Reads the format {@code index} if the labels of the rows are names. The object could also be a single row. It is a table if it has at
     * least two objects, all with the same keys, and none of the keys is a key of a chat message.
     *
     * @return the table; null if the object is a single row
     */
    static @Nullable Dataset namedIndex(JsonParser in) throws IOException {
        DatasetBuilder rows = new DatasetBuilder();
        Map<String, Integer> columns = new LinkedHashMap<>();
        JsonValues values = new JsonValues(in, rows);
        boolean isTable = in.nextToken() == JsonToken.START_OBJECT;
        while (isTable && in.nextToken() == JsonToken.FIELD_NAME) {
            isTable = in.nextToken() == JsonToken.START_OBJECT && namedRow(in, columns, rows, values);
        }
        boolean isKnown = columns.size() > 1 || columns.keySet().stream().anyMatch(StandardColumn::isKnown);
        if (!isTable || in.nextToken() != null || rows.rows() < 2 || !isKnown) {
            return null;
        }
        return new Dataset("", Path.of(""), "json", (int) rows.rows(), rows.build(), Map.of());
    }

    private static boolean namedRow(JsonParser in, Map<String, Integer> columns, DatasetBuilder rows, JsonValues values)
            throws IOException {
        int count = 0;
        while (in.nextToken() == JsonToken.FIELD_NAME) {
            String name = in.currentName();
            if (RowLabels.isMessageKey(name) || (rows.rows() > 0 && !columns.containsKey(name))) {
                return false;
            }
            int column = columns.computeIfAbsent(name, rows::column);
            in.nextToken();
            try {
                values.value(column);
            } catch (DatasetException e) {
                return false; // the values of a single row may have any type
            }
            count++;
        }
        rows.endRow();
        return count == columns.size();
    }
}
