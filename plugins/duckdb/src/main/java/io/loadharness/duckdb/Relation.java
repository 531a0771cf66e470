// SPDX-License-Identifier: Apache-2.0
package io.loadharness.duckdb;

import io.loadharness.dataset.DatasetException;
import io.loadharness.dataset.RowSink;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** A table or view whose rows are written to a sink. Not thread-safe. */
final class Relation {

    private final Database database;
    private final String name;
    private final List<String> names = new ArrayList<>();
    private final List<ValueKind> kinds = new ArrayList<>();

    private Relation(Database database, String name) {
        this.database = database;
        this.name = name;
    }

    /**
     * Returns the relation for a table or view. Each query of the relation must return the same rows in the same order, because separate
     * queries read the lists of integers.
     */
    static Relation of(String name, Database database) throws SQLException {
        var relation = new Relation(database, name);
        try (ResultSet columns = database.query("DESCRIBE SELECT * FROM " + name)) {
            while (columns.next()) {
                relation.names.add(columns.getString("column_name"));
                relation.kinds.add(ValueKind.of(columns.getString("column_type")));
            }
        }
        return relation;
    }

    List<String> columns() {
        return names;
    }

    void writeTo(RowSink rows) throws SQLException, DatasetException {
        int[] columns = names.stream().mapToInt(rows::column).toArray();
        try (ResultSet values = database.query(statement())) {
            var reader = new RowReader(values, names, kinds, lists());
            while (values.next()) {
                for (int i = 0; i < columns.length; i++) {
                    reader.write(i, columns[i], rows);
                }
                rows.endRow();
            }
        }
    }

    private Map<Integer, IdLists> lists() throws SQLException {
        Map<Integer, IdLists> lists = new HashMap<>();
        for (int i = 0; i < kinds.size(); i++) {
            if (kinds.get(i).isIds()) {
                lists.put(i, IdLists.of(database, kinds.get(i), "c" + i, from(), names.get(i)));
            }
        }
        return lists;
    }

    private String statement() {
        return IntStream.range(0, kinds.size())
                .mapToObj(i -> kinds.get(i).isIds() ? "NULL" : kinds.get(i).expression("c" + i))
                .collect(Collectors.joining(", ", "SELECT ", " FROM " + from()));
    }

    /** Returns SQL for the relation with its columns renamed to {@code c0}, {@code c1} and so on, because these names need no quotes. */
    private String from() {
        return IntStream.range(0, kinds.size())
                .mapToObj(i -> "c" + i)
                .collect(Collectors.joining(", ", name + " AS result(", ")"));
    }
}
