// SPDX-License-Identifier: Apache-2.0
package io.loadharness.duckdb;

import io.loadharness.dataset.DatasetException;
import io.loadharness.internal.Suggestions;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Says in one sentence why a statement is refused, and where in it. */
final class StatementError {

    private static final Pattern COLUMN = Pattern.compile(
            "(?:Referenced column|does not have a column named|Column) \"(.+?)\"(?: not found| was not found| in EXCLUDE list|$)");
    private static final Pattern TABLE = Pattern.compile("Table with name (.+?) does not exist");
    private static final Pattern PLACE = Pattern.compile("LINE (\\d+): (.*)\\R( *)\\^");

    private final String statement;
    private final Database database;

    StatementError(String statement, Database database) {
        this.statement = statement;
        this.database = database;
    }

    DatasetException explain(SQLException error) throws SQLException {
        return DatasetException.of("the SQL cannot be answered" + place(error) + ": " + sentence(error));
    }

    private String sentence(SQLException error) throws SQLException {
        String reason = SqlError.reason(error);
        if (reason.equals("Expected a single SELECT statement")) {
            return "it has to be one SELECT statement, with nothing before and behind it";
        }
        if (reason.contains("file system operations are disabled")) {
            return "it can read nothing but the table data, which is the file";
        }
        Matcher table = TABLE.matcher(reason);
        if (table.find()) {
            return "there is no table \"" + table.group(1) + "\", the file is the table data";
        }
        Matcher column = COLUMN.matcher(reason);
        if (column.find()) {
            List<String> columns = QueryAnswer.to("data", database).columns();
            return "there is no column \"" + column.group(1) + "\", the nearest is \""
                    + Suggestions.nearest(column.group(1), columns) + "\"";
        }
        return reason;
    }

    private String place(SQLException error) throws SQLException {
        try (ResultSet parsed =
                database.query("SELECT json_serialize_sql(" + Sql.text(statement) + ") ->> 'position'")) {
            if (parsed.next() && parsed.getString(1) != null) {
                return at(Integer.parseInt(parsed.getString(1)));
            }
        }
        return placeOnceMore(error);
    }

    /** DuckDB counts from the begin of what it is given, so it gets the statement on lines of its own. */
    private String placeOnceMore(SQLException error) {
        try {
            database.query("DESCRIBE SELECT * FROM (\n" + statement + "\n)").close();
        } catch (SQLException again) {
            Matcher place = PLACE.matcher(SqlError.message(again));
            if (SqlError.reason(again).equals(SqlError.reason(error)) && place.find()) {
                return at(place);
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

    /** Without a column where DuckDB shows only a part of the line. */
    private String at(Matcher place) {
        int line = Integer.parseInt(place.group(1)) - 1;
        List<String> lines = statement.lines().toList();
        if (line < 1 || line > lines.size()) {
            return "";
        }
        if (!lines.get(line - 1).equals(place.group(2))) {
            return " in line " + line;
        }
        return at(line, place.group(3).length() - ("LINE " + place.group(1) + ": ").length() + 1);
    }

    private static String at(int line, int column) {
        return " at line " + line + ", column " + column;
    }
}
