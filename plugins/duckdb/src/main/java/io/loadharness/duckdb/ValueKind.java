// SPDX-License-Identifier: Apache-2.0
package io.loadharness.duckdb;

import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The way to read the values of a column from DuckDB and to write them to a sink. The type of the column in DuckDB determines it. */
enum ValueKind {
    FLAG("%s"),
    /** Integers that fit into 64 bits. */
    INTEGER("CAST(%s AS BIGINT)"),
    /** Integers that may exceed 64 bits. Read as decimal text. */
    WIDE_INTEGER("CAST(%s AS VARCHAR)"),
    NUMBER("CAST(%s AS DOUBLE)"),
    /** Texts, dates, times and other types that DuckDB can cast to text. Read as UTF-8, because the driver creates strings slowly. */
    TEXT("encode(CAST(%s AS VARCHAR))"),
    BYTES("base64(%s)"),
    IDS("CAST(%s AS BIGINT[])"),
    INT_IDS("CAST(%s AS INTEGER[])"),
    /**
     * Lists of integers that may exceed 64 bits. Integers outside 64 bits are replaced by the nearest 64-bit integer; {@link IdLists}
     * rejects that integer, because it does not fit into 32 bits.
     */
    WIDE_IDS("list_transform(%s, lambda x: CAST(greatest(least(x, " + Long.MAX_VALUE + "), -" + Long.MAX_VALUE
            + ") AS BIGINT))"),
    /** JSON text as it is in the file, with line breaks replaced by spaces. The text is empty if it is not valid JSON. */
    JSON_TEXT(
            "CASE WHEN json_valid(%1$s) THEN nullif(trim(translate(CAST(%1$s AS VARCHAR), chr(10) || chr(13), '  ')), 'null')"
                    + " WHEN %1$s IS NOT NULL THEN '' END"),
    JSON("CAST(to_json(%s) AS VARCHAR)");

    private static final Set<String> INT_TYPES = Set.of("TINYINT", "SMALLINT", "INTEGER", "UTINYINT", "USMALLINT");
    private static final Set<String> LONG_TYPES = Set.of("BIGINT", "UINTEGER");
    private static final Set<String> WIDE_TYPES = Set.of("UBIGINT", "HUGEINT", "UHUGEINT");
    private static final Set<String> FRACTION_TYPES = Set.of("FLOAT", "DOUBLE");
    private static final Pattern LIST = Pattern.compile("(.*)\\[\\d*]", Pattern.DOTALL);
    private static final Pattern NESTED = Pattern.compile("(STRUCT|MAP|UNION)\\(.*|VARIANT", Pattern.DOTALL);

    private final String sql;

    ValueKind(String sql) {
        this.sql = sql;
    }

    static ValueKind of(String type) {
        Matcher list = LIST.matcher(type);
        if (list.matches()) {
            return ofList(list.group(1));
        }
        if (NESTED.matcher(type).matches()) {
            return JSON;
        }
        if (type.equals("JSON")) {
            return JSON_TEXT;
        }
        if (type.equals("BOOLEAN")) {
            return FLAG;
        }
        if (INT_TYPES.contains(type) || LONG_TYPES.contains(type)) {
            return INTEGER;
        }
        if (WIDE_TYPES.contains(type) || type.matches("DECIMAL\\(\\d+,0\\)")) {
            return WIDE_INTEGER;
        }
        if (FRACTION_TYPES.contains(type) || type.startsWith("DECIMAL(")) {
            return NUMBER;
        }
        return type.equals("BLOB") ? BYTES : TEXT;
    }

    private static ValueKind ofList(String elements) {
        if (INT_TYPES.contains(elements)) {
            return INT_IDS;
        }
        if (LONG_TYPES.contains(elements)) {
            return IDS;
        }
        return WIDE_TYPES.contains(elements) ? WIDE_IDS : JSON;
    }

    boolean isIds() {
        return this == INT_IDS || this == IDS || this == WIDE_IDS;
    }

    /** Returns the SQL expression for the values of a column. */
    String expression(String column) {
        return String.format(sql, column);
    }
}
