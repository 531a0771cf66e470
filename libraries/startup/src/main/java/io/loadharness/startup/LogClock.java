// SPDX-License-Identifier: Apache-2.0
package io.loadharness.startup;

import io.loadharness.report.ReportException;
import java.time.Duration;
import java.time.Instant;
import java.time.MonthDay;
import java.time.Year;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Converts log timestamps to instants. vLLM timestamps have no year. If the date jumps back by more than two days, this class assumes that
 * a new year starts. It ignores smaller jumps, because the lines of several processes may be out of order. If the year in which the log
 * ends is not set, this class uses the latest year for which the log does not end in the future. Not thread-safe.
 */
final class LogClock {

    private static final int MAX_DISORDER_DAYS = 2;
    private static final int YEAR_END_DAYS = 366 - MAX_DISORDER_DAYS;
    private static final Duration OTHER_ZONE = Duration.ofDays(1);
    private static final int YEARS_BETWEEN_LEAP_YEARS = 8;

    private final LogTime settings;
    private final Map<Integer, MonthDay> latest = new HashMap<>();
    private final Map<Integer, Boolean> leap = new HashMap<>();
    private int yearChanges;
    private int lastYear;

    LogClock(LogTime settings) {
        this.settings = settings;
    }

    /** A timestamp, and the number of year changes before it in the log. */
    record Reading(LogTimestamp stamp, int yearChanges) {}

    /** Registers a timestamp. The timestamps must be registered in the order of the log. */
    Reading read(LogTimestamp stamp) {
        int change = yearChanges;
        if (stamp.year().isEmpty()) {
            MonthDay day = stamp.day();
            MonthDay before = latest.get(yearChanges);
            int days = before == null ? 0 : dayOfLeapYear(day) - dayOfLeapYear(before);
            if (days < -MAX_DISORDER_DAYS) {
                change = ++yearChanges;
            } else if (days > YEAR_END_DAYS) {
                change--;
            }
            latest.merge(change, day, (one, other) -> one.isAfter(other) ? one : other);
            leap.merge(change, day.equals(MonthDay.of(2, 29)), Boolean::logicalOr);
        }
        return new Reading(stamp, change);
    }

    private static int dayOfLeapYear(MonthDay day) {
        return day.atYear(2000).getDayOfYear();
    }

    /** Determines the year in which the log ends. Call this method once, after all timestamps are registered. */
    void determineYear() throws ReportException {
        if (settings.year().isPresent()) {
            lastYear = settings.year().get();
            if (!exists(lastYear)) {
                throw new ReportException("the log has lines of 29 February, which does not exist in " + lastYear
                        + ": set the year in which the log ends");
            }
            return;
        }
        Instant end = settings.end().plus(OTHER_ZONE);
        int thisYear = end.atZone(ZoneOffset.UTC).getYear();
        lastYear = thisYear;
        for (int year = thisYear; year >= thisYear - YEARS_BETWEEN_LEAP_YEARS; year--) {
            if (exists(year) && !endsAfter(year, end)) {
                lastYear = year;
                return;
            }
        }
    }

    private boolean exists(int year) {
        return leap.entrySet().stream()
                .allMatch(each -> !each.getValue() || Year.isLeap(year - yearChanges + each.getKey()));
    }

    private boolean endsAfter(int year, Instant end) {
        return Optional.ofNullable(latest.get(yearChanges))
                .filter(day -> day.atYear(year)
                        .atStartOfDay(settings.zone())
                        .toInstant()
                        .isAfter(end))
                .isPresent();
    }

    /** Returns the instant of a timestamp. Call {@link #determineYear} first. */
    Instant at(Reading reading) {
        LogTimestamp stamp = reading.stamp();
        int year = stamp.year().orElse(lastYear - yearChanges + reading.yearChanges());
        ZoneId zone = stamp.offset().map(ZoneId.class::cast).orElse(settings.zone());
        return stamp.day().atYear(year).atTime(stamp.time()).atZone(zone).toInstant();
    }
}
