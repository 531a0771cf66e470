// SPDX-License-Identifier: Apache-2.0
package io.loadharness.startup;

import java.time.Instant;
import java.time.ZoneId;
import java.util.Optional;

/**
 * The time zone and the year for log timestamps without a time zone or a year.
 *
 * @param zone the time zone of the timestamps
 * @param year the year in which the log ends; if empty, the latest year for which the last line is not after {@code end}
 * @param end the time of the last write to the log, or any later time; used only if {@code year} is empty
 */
public record LogTime(ZoneId zone, Optional<Integer> year, Instant end) {

    private static final int FIRST_YEAR = 1970;
    private static final int LAST_YEAR = 9999;

    /** Checks the year. */
    public LogTime {
        year.filter(each -> each < FIRST_YEAR || each > LAST_YEAR).ifPresent(each -> {
            throw new IllegalArgumentException(
                    "the year of a log must be from " + FIRST_YEAR + " to " + LAST_YEAR + ": got " + each);
        });
    }
}
