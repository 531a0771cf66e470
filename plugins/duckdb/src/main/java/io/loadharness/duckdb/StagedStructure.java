// SPDX-License-Identifier: Apache-2.0
package io.loadharness.duckdb;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Finds the columns of JSON that are lists and structs of one shape in all rows, so that they can be written as such. */
final class StagedStructure {

    private final Database database;

    StagedStructure(Database database) {
        this.database = database;
    }

    /** SQL for all columns of the table {@code data}. */
    String columns() throws SQLException {
        List<String> names = new ArrayList<>();
        List<String> json = new ArrayList<>();
        try (ResultSet columns = database.query("DESCRIBE data")) {
            while (columns.next()) {
                String name = Sql.name(columns.getString("column_name"));
                names.add(name);
                if (columns.getString("column_type").equals("JSON")) {
                    json.add(name);
                }
            }
        }
        for (String name : json) {
            Optional<String> typed = typed(name);
            typed.ifPresent(value -> names.set(names.indexOf(name), value + " AS " + name));
        }
        return String.join(", ", names);
    }

    /** Typed only if the JSON can be had back from it to the letter. */
    private Optional<String> typed(String name) throws SQLException {
        String shape = one("SELECT json_group_structure(" + name + ") FROM data");
        if (shape == null
                || !(shape.startsWith("[") || shape.startsWith("{"))
                || shape.contains("\"JSON\"")
                || shape.contains("\"NULL\"")) {
            return Optional.empty();
        }
        String value = "from_json(" + name + ", " + Sql.text(shape.replace("\"UBIGINT\"", "\"BIGINT\"")) + ")";
        String different = one("SELECT count(*) FROM data WHERE CAST(to_json(" + value
                + ") AS VARCHAR) IS DISTINCT FROM CAST(" + name + " AS VARCHAR)");
        return "0".equals(different) ? Optional.of(value) : Optional.empty();
    }

    private String one(String query) throws SQLException {
        try (ResultSet result = database.query(query)) {
            result.next();
            return result.getString(1);
        }
    }
}
