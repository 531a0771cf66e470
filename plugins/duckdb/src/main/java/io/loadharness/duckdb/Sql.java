// SPDX-License-Identifier: Apache-2.0
package io.loadharness.duckdb;

/** Texts and names, quoted for SQL. */
final class Sql {

    private Sql() {}

    static String text(String value) {
        return "'" + value.replace("'", "''") + "'";
    }

    static String name(String value) {
        return "\"" + value.replace("\"", "\"\"") + "\"";
    }
}
