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
 * Makes moments of stamps. Those of vLLM have no year: within a log a year ends where the days go back, and the last year is the latest
 * in which the log does not end in the future. Lines of several processes may overtake each other. For one thread.
 */
final class LogClock {

    private static final int OVERTAKEN_DAYS = 2;
    private static final int A_YEAR_LESS_THAT = 366 - OVERTAKEN_DAYS;
    private static final Duration OTHER_ZONE = Duration.ofDays(1);
    private static final int YEARS_BETWEEN_LEAP_YEARS = 8;

    private final LogTime settings;
    private final Map<Integer, MonthDay> latest = new HashMap<>();
    private final Map<Integer, Boolean> leap = new HashMap<>();
    private int turns;
    private int lastYear;

    LogClock(LogTime settings) {
        this.settings = settings;
    }

    /** A stamp and how many New Years the log had seen before it. */
    record Reading(Stamp stamp, int turn) {}

    /** Notes a stamp, in the order of the log. */
    Reading read(Stamp stamp) {
        int turn = turns;
        if (stamp.year().isEmpty()) {
            MonthDay day = stamp.day();
            MonthDay before = latest.get(turns);
            int days = before == null ? 0 : dayOfLeapYear(day) - dayOfLeapYear(before);
            if (days < -OVERTAKEN_DAYS) {
                turn = ++turns;
            } else if (days > A_YEAR_LESS_THAT) {
                turn--;
            }
            latest.merge(turn, day, (one, other) -> one.isAfter(other) ? one : other);
            leap.merge(turn, day.equals(MonthDay.of(2, 29)), Boolean::logicalOr);
        }
        return new Reading(stamp, turn);
    }

    private static int dayOfLeapYear(MonthDay day) {
        return day.atYear(2000).getDayOfYear();
    }

    /** Settles which year the log ends in. Call it once, after all stamps. */
    void settle() throws ReportException {
        if (settings.year().isPresent()) {
            lastYear = settings.year().get();
            if (!exists(lastYear)) {
                throw new ReportException("the log has lines of 29 February, which is not in the year " + lastYear
                        + ": give the year in which the log ends");
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
        return leap.entrySet().stream().allMatch(each -> !each.getValue() || Year.isLeap(year - turns + each.getKey()));
    }

    private boolean endsAfter(int year, Instant end) {
        return Optional.ofNullable(latest.get(turns))
                .filter(day -> day.atYear(year)
                        .atStartOfDay(settings.zone())
                        .toInstant()
                        .isAfter(end))
                .isPresent();
    }

    /** The moment of a reading, once the year is settled. */
    Instant at(Reading reading) {
        Stamp stamp = reading.stamp();
        int year = stamp.year().orElse(lastYear - turns + reading.turn());
        ZoneId zone = stamp.offset().map(ZoneId.class::cast).orElse(settings.zone());
        return stamp.day().atYear(year).atTime(stamp.time()).atZone(zone).toInstant();
    }
}
