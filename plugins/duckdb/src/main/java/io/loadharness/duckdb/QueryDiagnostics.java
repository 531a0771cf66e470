// SPDX-License-Identifier: Apache-2.0
package io.loadharness.duckdb;

import io.loadharness.dataset.DatasetException;
import io.loadharness.internal.ErrorText;
import io.loadharness.internal.Suggestions;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Explains in one sentence why an SQL statement of the user failed, with the line and column in the statement if known. */
final class QueryDiagnostics {

    private static final Pattern COLUMN = Pattern.compile(
            "(?:Referenced column|does not have a column named|Column) \"(.+?)\"(?: not found| was not found| in EXCLUDE list|$)");
    private static final Pattern TABLE = Pattern.compile("Table with name (.+?) does not exist");
    private static final Pattern POSITION = Pattern.compile("LINE (\\d+): (.*)\\R( *)\\^");

    private final String statement;
    private final Database database;

    QueryDiagnostics(String statement, Database database) {
        this.statement = statement;
        this.database = database;
    }

    DatasetException explain(SQLException error) throws SQLException {
        return DatasetException.of("the SQL query failed" + position(error) + ": " + sentence(error));
    }

    private String sentence(SQLException error) throws SQLException {
        String reason = SqlErrors.reason(error);
        if (reason.equals("Expected a single SELECT statement")) {
            return "the query must be a single SELECT statement";
        }
        if (reason.contains("file system operations are disabled")) {
            return "the query can read only the table \"data\", which contains the rows of the file";
        }
        Matcher table = TABLE.matcher(reason);
        if (table.find()) {
            return "there is no table \"" + table.group(1) + "\"; the rows of the file are in the table \"data\"";
        }
        Matcher column = COLUMN.matcher(reason);
        if (column.find()) {
            List<String> columns = Relation.of("data", database).columns();
            return "there is no column \"" + column.group(1) + "\"" + Suggestions.hint(column.group(1), columns);
        }
        return reason;
    }

    private String position(SQLException error) throws SQLException {
        try (ResultSet parsed =
                database.query("SELECT json_serialize_sql(" + Sql.text(statement) + ") ->> 'position'")) {
            if (parsed.next() && parsed.getString(1) != null) {
                return at(Integer.parseInt(parsed.getString(1)));
            }
        }
        return positionInQuery(error);
    }

    /**
     * Runs the statement as a subquery to find the position of the error. The statement starts on a new line of the
     * query, so that the positions in DuckDB's error messages are positions in the statement.
     */
    private String positionInQuery(SQLException error) {
        try {
            database.query("DESCRIBE SELECT * FROM (\n" + statement + "\n)").close();
        } catch (SQLException again) {
            Matcher position = POSITION.matcher(ErrorText.of(again));
            if (SqlErrors.reason(again).equals(SqlErrors.reason(error)) && position.find()) {
                return at(position);
            }
        }
        return "";
    }

    private String at(int offset) {
        List<String> before = new ArrayList<>(statement
                .substring(0, Math.min(offset, statement.length()))
                .lines()
                .toList());
        if (before.isEmpty()) {
            before.add("");
        }
        return at(before.size(), before.get(before.size() - 1).length() + 1);
    }

    /**
     * Converts a position in the subquery to a position in the statement. Omits the column if DuckDB's message shows only a part of the
     * line.
     */
    private String at(Matcher position) {
        int line = Integer.parseInt(position.group(1)) - 1;
        List<String> lines = statement.lines().toList();
        if (line < 1 || line > lines.size()) {
            return "";
        }
        if (!lines.get(line - 1).equals(position.group(2))) {
            return " in line " + line;
        }
        return at(line, position.group(3).length() - ("LINE " + position.group(1) + ": ").length() + 1);
    }

    private static String at(int line, int column) {
        return " at line " + line + ", column " + column;
    }
}
