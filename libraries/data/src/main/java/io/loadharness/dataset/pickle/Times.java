package io.loadharness.dataset.pickle;

import io.loadharness.dataset.DatasetException;
import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Map;

/** NumPy's times as texts of ISO 8601: 2026-01-31T12:00:00. */
final class Times {

    /** What NumPy has for no time. */
    private static final long NOT_A_TIME = Long.MIN_VALUE;

    private static final long NANOS_PER_SECOND = 1_000_000_000;

    /** Seconds of a unit that is not shorter. */
    private static final Map<String, Long> LONG_UNITS = Map.of("s", 1L, "m", 60L, "h", 3_600L, "D", 86_400L);

    /** How many of a unit are a second. */
    private static final Map<String, Long> SHORT_UNITS = Map.of("ms", 1_000L, "us", 1_000_000L, "ns", NANOS_PER_SECOND);

    private Times() {}

    /** The time that is {@code count} units after the beginning of 1970. */
    static Object value(long count, String unit) throws DatasetException {
        if (count == NOT_A_TIME) {
            return None.NONE;
        }
        try {
            if (LONG_UNITS.containsKey(unit)) {
                return text(Math.multiplyExact(count, LONG_UNITS.get(unit)), 0);
            } else if (SHORT_UNITS.containsKey(unit)) {
                long perSecond = SHORT_UNITS.get(unit);
                return text(
                        Math.floorDiv(count, perSecond),
                        Math.floorMod(count, perSecond) * (NANOS_PER_SECOND / perSecond));
            }
        } catch (DateTimeException | ArithmeticException e) {
            throw new DatasetException(
                    "it has a time that is " + count + " " + unit + " from 1970, and no year is so far");
        }
        throw new DatasetException("it has times in the unit " + Quoted.of(unit) + ": convert them to datetime64[s]");
    }

    private static String text(long seconds, long nanos) {
        return LocalDateTime.ofEpochSecond(seconds, (int) nanos, ZoneOffset.UTC)
                .format(DateTimeFormatter.ISO_LOCAL_DATE_TIME);
    }
}
