// SPDX-License-Identifier: Apache-2.0
package io.loadharness.duckdb;

import java.util.EnumSet;
import java.util.Optional;

/** The type of a column that was written row by row. */
enum StagedType {
    FLAG("BOOLEAN", "true or false"),
    INTEGER("BIGINT", "a whole number"),
    NUMBER("DOUBLE", "a number"),
    TEXT("VARCHAR", "a text"),
    IDS("INTEGER[]", "a list of whole numbers"),
    JSON("JSON", "JSON");

    private final String sql;
    private final String words;

    StagedType(String sql, String words) {
        this.sql = sql;
        this.words = words;
    }

    String sql() {
        return sql;
    }

    String words() {
        return words;
    }

    /** The type that holds values of both, if one does without a loss of meaning. */
    Optional<StagedType> with(StagedType other) {
        if (this == other) {
            return Optional.of(this);
        }
        EnumSet<StagedType> both = EnumSet.of(this, other);
        if (both.equals(EnumSet.of(INTEGER, NUMBER))) {
            return Optional.of(NUMBER);
        }
        return both.equals(EnumSet.of(IDS, JSON)) ? Optional.of(JSON) : Optional.empty();
    }
}
