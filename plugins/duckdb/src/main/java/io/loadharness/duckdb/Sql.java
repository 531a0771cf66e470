// SPDX-License-Identifier: Apache-2.0
package io.loadharness.duckdb;

/** Quotes texts and names for SQL. */
final class Sql {

    private Sql() {}

    static String text(String value) {
        return "'" + value.replace("'", "''") + "'";
    }

    static String name(String value) {
        return "\"" + value.replace("\"", "\"\"") + "\"";
    }
}
