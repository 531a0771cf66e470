// SPDX-License-Identifier: Apache-2.0
package io.loadharness.duckdb;

import io.loadharness.internal.ErrorText;
import java.sql.SQLException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Extracts short messages from errors of DuckDB. */
final class SqlErrors {

    private static final Pattern KIND = Pattern.compile("^(?:\\w+ )+Error: ");

    /** The field with the message in a JSON error. DuckDB reports errors of its worker threads as JSON. */
    private static final Pattern INNER = Pattern.compile("\"exception_message\":\"((?:\\\\.|[^\"\\\\])*)\"");

    private SqlErrors() {}

    /** Returns the first line of an error message, without a prefix such as {@code Binder Error:}. */
    static String reason(SQLException error) {
        String line = ErrorText.of(error).lines().findFirst().orElse("");
        Matcher inner = INNER.matcher(line);
        if (inner.find()) {
            return inner.group(1).replace("\\\"", "\"");
        }
        Matcher kind = KIND.matcher(line);
        return kind.find() ? line.substring(kind.end()) : line;
    }
}
