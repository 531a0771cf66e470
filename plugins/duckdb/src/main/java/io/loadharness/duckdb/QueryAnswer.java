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

/** The rows of a table, on their way to a sink. For one thread. */
final class QueryAnswer {

    private final Database database;
    private final String relation;
    private final List<String> names = new ArrayList<>();
    private final List<ValueKind> kinds = new ArrayList<>();

    private QueryAnswer(Database database, String relation) {
        this.database = database;
        this.relation = relation;
    }

    /** @param relation what stands behind {@code FROM}, and gives the same rows in the same order each time */
    static QueryAnswer to(String relation, Database database) throws SQLException {
        var answer = new QueryAnswer(database, relation);
        try (ResultSet columns = database.query("DESCRIBE SELECT * FROM " + relation)) {
            while (columns.next()) {
                answer.names.add(columns.getString("column_name"));
                answer.kinds.add(ValueKind.of(columns.getString("column_type")));
            }
        }
        return answer;
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
                    reader.give(i, columns[i], rows);
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

    /** Columns are called by their places, which need no quotes. */
    private String from() {
        return IntStream.range(0, kinds.size())
                .mapToObj(i -> "c" + i)
                .collect(Collectors.joining(", ", relation + " AS answer(", ")"));
    }
}
