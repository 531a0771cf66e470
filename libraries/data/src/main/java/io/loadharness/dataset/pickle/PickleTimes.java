// SPDX-License-Identifier: Apache-2.0
package io.loadharness.dataset.pickle;

import io.loadharness.dataset.DatasetException;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Map;

/**
 * Converts times of Python, NumPy and pandas to ISO 8601 strings such as {@code 2026-01-31T12:00:00}. Times with a zone are in UTC and have
 * the suffix Z. pandas stores times with a zone in UTC. Therefore, the name of the zone is not needed.
 */
final class PickleTimes {

    private static final int DATE_BYTES = 4;
    private static final int DATETIME_BYTES = 10;
    private static final int NANOS_PER_MICRO = 1000;

    /** NumPy's code for the unit {@code s}, the first of {@link #PANDAS_UNITS}. */
    private static final int FIRST_UNIT = 7;

    private static final String[] PANDAS_UNITS = {"s", "ms", "us", "ns"};

    /** The NaT (not a time) of NumPy. */
    private static final long NOT_A_TIME = Long.MIN_VALUE;

    private static final long NANOS_PER_SECOND = 1_000_000_000;

    /** The number of seconds per unit, for each unit that is not shorter than a second. */
    private static final Map<String, Long> SECONDS_PER_UNIT = Map.of("s", 1L, "m", 60L, "h", 3_600L, "D", 86_400L);

    /** The number of units per second, for each unit that is shorter than a second. */
    private static final Map<String, Long> UNITS_PER_SECOND =
            Map.of("ms", 1_000L, "us", 1_000_000L, "ns", NANOS_PER_SECOND);

    /** The suffix of a time in UTC. */
    private static final String UTC = "Z";

    private static final String ZONE_INFO = "zoneinfo.ZoneInfo";
    private static final long SECONDS_PER_DAY = 86_400;

    private PickleTimes() {}

    /**
     * Returns the date that Python's {@code date(bytes)} would create, as an ISO 8601 string. The bytes are two for the year, one for the
     * month and one for the day.
     */
    static Object date(Global called, PickleList arguments) throws DatasetException {
        return date(bytes(called, arguments, DATE_BYTES)).toString();
    }

    /**
     * Returns the time that Python's {@code datetime(bytes)} or {@code datetime(bytes, zone)} would create, as an ISO 8601 string. The
     * bytes are those of a date, one byte each for hour, minute and second, and three bytes for microseconds.
     */
    static Object datetime(Global called, PickleList arguments) throws DatasetException {
        int[] parts = bytes(called, arguments, DATETIME_BYTES);
        Object zone = zone(arguments, 1);
        int micros = parts[7] << 16 | parts[8] << 8 | parts[9];
        try {
            LocalDateTime time = date(parts).atTime(parts[4], parts[5], parts[6], micros * NANOS_PER_MICRO);
            return zone == PickleMachine.NONE ? text(time) : inUtc(text(time.minusSeconds(offsetSeconds(zone))));
        } catch (DateTimeException e) {
            throw damaged(e);
        }
    }

    /**
     * Returns the time that {@code _unpickle_timestamp(count, None, zone, unit)} of pandas would create, as an ISO 8601 string. Before
     * pandas 2, the call is {@code Timestamp(nanoseconds, None, zone)}.
     */
    static Object timestamp(Global called, PickleList arguments) throws DatasetException {
        long count = PickleChecks.requireType(
                Long.class, PickleChecks.requirePart(arguments, 0, called.name()), "a pandas time");
        int last = FIRST_UNIT + PANDAS_UNITS.length - 1;
        int unit = arguments.length() > 3
                ? PickleChecks.requireInteger(arguments.get(3), FIRST_UNIT, last, "the unit of a pandas time")
                : last;
        Object time = value(count, PANDAS_UNITS[unit - FIRST_UNIT]);
        return zone(arguments, 2) == PickleMachine.NONE ? time : inUtc(time);
    }

    private static LocalDate date(int[] parts) throws DatasetException {
        try {
            int month = parts[2] & 0x7f; // the first bit is the fold of an ambiguous local time
            return LocalDate.of(parts[0] << 8 | parts[1], month, parts[3]);
        } catch (DateTimeException e) {
            throw damaged(e);
        }
    }

    private static int[] bytes(Global called, PickleList arguments, int count) throws DatasetException {
        Blob bytes =
                PickleChecks.requireType(Blob.class, PickleChecks.requirePart(arguments, 0, called.name()), "a time");
        if (bytes.length() != count) {
            throw new DatasetException(
                    "the pickle is damaged: a time has " + bytes.length() + " bytes instead of " + count);
        }
        int[] parts = new int[count];
        for (int i = 0; i < count; i++) {
            parts[i] = (int) bytes.integer(i, 1, false) & 0xff;
        }
        return parts;
    }

    private static Object zone(PickleList arguments, int position) throws DatasetException {
        return arguments.length() > position ? arguments.get(position) : PickleMachine.NONE;
    }

    private static String text(LocalDateTime time) {
        return time.format(DateTimeFormatter.ISO_LOCAL_DATE_TIME);
    }

    private static DatasetException damaged(DateTimeException e) {
        return new DatasetException("the pickle is damaged: it has an invalid time: " + e.getMessage());
    }

    /** Returns the text of the time that is {@code count} units after the start of 1970, or {@link PickleMachine#NONE} for NaT. */
    static Object value(long count, String unit) throws DatasetException {
        if (count == NOT_A_TIME) {
            return PickleMachine.NONE;
        }
        try {
            if (SECONDS_PER_UNIT.containsKey(unit)) {
                return text(Math.multiplyExact(count, SECONDS_PER_UNIT.get(unit)), 0);
            } else if (UNITS_PER_SECOND.containsKey(unit)) {
                long perSecond = UNITS_PER_SECOND.get(unit);
                return text(
                        Math.floorDiv(count, perSecond),
                        Math.floorMod(count, perSecond) * (NANOS_PER_SECOND / perSecond));
            }
        } catch (DateTimeException | ArithmeticException e) {
            throw new DatasetException(
                    "the pickle has a time out of range: " + count + " " + unit + " after 1970-01-01");
        }
        throw new DatasetException("the pickle has times in the unit " + PickleChecks.quote(unit)
                + ", which is not supported: convert them to datetime64[s]");
    }

    private static String text(long seconds, long nanos) {
        return LocalDateTime.ofEpochSecond(seconds, (int) nanos, ZoneOffset.UTC)
                .format(DateTimeFormatter.ISO_LOCAL_DATE_TIME);
    }

    /**
     * Returns the function that Python's {@code getattr(ZoneInfo, "_unpickle")} would return. A pickled zone contains this call. No other
     * arguments are allowed.
     */
    static Object getattr(Global called, PickleList arguments) throws DatasetException {
        boolean isZone = arguments.length() == 2
                && arguments.get(0) instanceof Global type
                && type.name().equals(ZONE_INFO)
                && "_unpickle".equals(arguments.get(1));
        if (!isZone) {
            throw Global.notAllowed(called.name());
        }
        return new Global(ZONE_INFO + "._unpickle", Instance::new);
    }

    /** Returns true if the times of a {@code DatetimeArray} have a zone. */
    static boolean isZoned(Instance times) throws DatasetException {
        return PandasColumns.dtype(times) instanceof Instance type && type.is("DatetimeTZDtype");
    }

    /** Appends the suffix {@code Z} to a time. A missing value stays missing. */
    static Object inUtc(Object time) {
        return time instanceof String text ? text + UTC : PickleMachine.NONE;
    }

    /** Returns the offset from UTC, in seconds, of a fixed zone: {@code timezone(timedelta(days, seconds, 0))}. */
    static long offsetSeconds(Object zone) throws DatasetException {
        if (zone instanceof Instance fixed
                && fixed.is("timezone")
                && fixed.argument(0) instanceof Instance offset
                && offset.argument(0) instanceof Long days
                && offset.argument(1) instanceof Long seconds
                && Math.abs(days) <= 1
                && Math.abs(seconds) <= SECONDS_PER_DAY
                && Long.valueOf(0).equals(offset.argument(2))) {
            return days * SECONDS_PER_DAY + seconds;
        }
        throw new DatasetException(
                "the pickle has a time in a zone without a fixed offset from UTC: convert it to UTC");
    }
}
