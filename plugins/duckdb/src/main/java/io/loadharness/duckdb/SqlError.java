// SPDX-License-Identifier: Apache-2.0
package io.loadharness.duckdb;

import java.sql.SQLException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What DuckDB says about a failure, in a few words. */
final class SqlError {

    private static final Pattern KIND = Pattern.compile("^(?:\\w+ )+Error: ");

    /** What another thread of DuckDB failed of is told as JSON. */
    private static final Pattern INNER = Pattern.compile("\"exception_message\":\"((?:\\\\.|[^\"\\\\])*)\"");

    private SqlError() {}

    /** The reason alone: the first line without its kind. */
    static String reason(SQLException error) {
        String line = message(error).lines().findFirst().orElse("");
        Matcher inner = INNER.matcher(line);
        if (inner.find()) {
            return inner.group(1).replace("\\\"", "\"");
        }
        Matcher kind = KIND.matcher(line);
        return kind.find() ? line.substring(kind.end()) : line;
    }

    static String message(SQLException error) {
        return error.getMessage() == null ? error.toString() : error.getMessage();
    }
}
