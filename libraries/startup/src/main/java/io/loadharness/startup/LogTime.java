// SPDX-License-Identifier: Apache-2.0
package io.loadharness.startup;

import java.time.Instant;
import java.time.ZoneId;
import java.util.Optional;

/**
 * What a log does not say of its own time.
 *
 * @param zone in which the server wrote its stamps
 * @param year in which the log ends; empty: the latest in which it ends before {@code end}
 * @param end when the log was written to for the last time, or later
 */
public record LogTime(ZoneId zone, Optional<Integer> year, Instant end) {

    private static final int FIRST_YEAR = 1970;
    private static final int LAST_YEAR = 9999;

    /** Refuses a year that no log is of. */
    public LogTime {
        year.filter(each -> each < FIRST_YEAR || each > LAST_YEAR).ifPresent(each -> {
            throw new IllegalArgumentException(
                    "the year of a log cannot be " + each + ": it is from " + FIRST_YEAR + " to " + LAST_YEAR);
        });
    }
}
