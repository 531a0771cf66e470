// SPDX-License-Identifier: Apache-2.0
package io.loadharness.duckdb;

import java.util.EnumSet;
import java.util.Optional;

/** The type of a column of a {@link StagingTable}. */
enum StagingType {
    FLAG("BOOLEAN", "a boolean"),
    INTEGER("BIGINT", "an integer"),
    NUMBER("DOUBLE", "a number"),
    TEXT("VARCHAR", "a string"),
    IDS("INTEGER[]", "a list of integers"),
    JSON("JSON", "JSON");

    private final String sql;
    private final String description;

    StagingType(String sql, String description) {
        this.sql = sql;
        this.description = description;
    }

    String sql() {
        return sql;
    }

    String description() {
        return description;
    }

    /** Returns the type for a column with values of both types; empty if there is no such type. */
    Optional<StagingType> with(StagingType other) {
        if (this == other) {
            return Optional.of(this);
        }
        EnumSet<StagingType> both = EnumSet.of(this, other);
        if (both.equals(EnumSet.of(INTEGER, NUMBER))) {
            return Optional.of(NUMBER);
        }
        return both.equals(EnumSet.of(IDS, JSON)) ? Optional.of(JSON) : Optional.empty();
    }
}
