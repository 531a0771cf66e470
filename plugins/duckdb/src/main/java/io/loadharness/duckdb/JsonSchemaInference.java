// SPDX-License-Identifier: Apache-2.0
package io.loadharness.duckdb;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Finds JSON columns whose values have the same structure in all rows. A Parquet file can store such columns as lists and structs instead
 * of JSON.
 */
final class JsonSchemaInference {

    private final Database database;

    JsonSchemaInference(Database database) {
        this.database = database;
    }

    /** Returns the SQL list of all columns of {@code data}. The list converts JSON columns to lists and structs where possible. */
    String selectList() throws SQLException {
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

    /**
     * Returns the SQL that converts a JSON column to lists and structs. Returns empty if the values have no common structure, or if the
     * conversion back to JSON would change a value.
     */
    private Optional<String> typed(String name) throws SQLException {
        String structure = queryValue("SELECT json_group_structure(" + name + ") FROM data");
        if (structure == null
                || !(structure.startsWith("[") || structure.startsWith("{"))
                || structure.contains("\"JSON\"")
                || structure.contains("\"NULL\"")) {
            return Optional.empty();
        }
        String value = "from_json(" + name + ", " + Sql.text(structure.replace("\"UBIGINT\"", "\"BIGINT\"")) + ")";
        String different = queryValue("SELECT count(*) FROM data WHERE CAST(to_json(" + value
                + ") AS VARCHAR) IS DISTINCT FROM CAST(" + name + " AS VARCHAR)");
        return "0".equals(different) ? Optional.of(value) : Optional.empty();
    }

    private String queryValue(String query) throws SQLException {
        try (ResultSet result = database.query(query)) {
            result.next();
            return result.getString(1);
        }
    }
}
