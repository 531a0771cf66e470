package io.loadharness.dataset.pickle;

import io.loadharness.dataset.DatasetException;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;

/** What stands here for the times of Python and pandas that are objects: texts of ISO 8601, as those of NumPy's arrays. */
final class Moments {

    private static final int BYTES_OF_DATE = 4;
    private static final int BYTES_OF_TIME = 10;
    private static final int NANOS_PER_MICRO = 1000;

    /** NumPy's numbers of the units that pandas keeps times in. */
    private static final int FIRST_UNIT = 7;

    private static final String[] UNITS = {"s", "ms", "us", "ns"};

    private Moments() {}

    /** {@code date(bytes)}: two bytes of the year, month, day. */
    static Object date(Global called, Sequence arguments) throws DatasetException {
        return date(bytes(called, arguments, BYTES_OF_DATE)).toString();
    }

    /** {@code datetime(bytes)}: the same, hour, minute, second, and three bytes of microseconds. */
    static Object datetime(Global called, Sequence arguments) throws DatasetException {
        int[] parts = bytes(called, arguments, BYTES_OF_TIME);
        Object zone = zone(arguments, 1);
        int micros = parts[7] << 16 | parts[8] << 8 | parts[9];
        try {
            LocalDateTime time = date(parts).atTime(parts[4], parts[5], parts[6], micros * NANOS_PER_MICRO);
            return zone == None.NONE ? text(time) : Zones.inUtc(text(time.minusSeconds(Zones.secondsAhead(zone))));
        } catch (DateTimeException e) {
            throw damaged(e);
        }
    }

    /** {@code _unpickle_timestamp(count, None, zone, unit)}, before pandas 2 {@code Timestamp(nanoseconds, None, zone)}. */
    static Object timestamp(Global called, Sequence arguments) throws DatasetException {
        long count = Expect.type(Long.class, Expect.at(arguments, 0, called.name()), "a time of pandas");
        int last = FIRST_UNIT + UNITS.length - 1;
        int unit = arguments.length() > 3
                ? Expect.integer(arguments.get(3), FIRST_UNIT, last, "the unit of a time of pandas")
                : last;
        Object time = Times.value(count, UNITS[unit - FIRST_UNIT]);
        return zone(arguments, 2) == None.NONE ? time : Zones.inUtc(time);
    }

    private static LocalDate date(int[] parts) throws DatasetException {
        try {
            int month = parts[2] & 0x7f; // its first bit says which of two equal hours of a night in autumn it is
            return LocalDate.of(parts[0] << 8 | parts[1], month, parts[3]);
        } catch (DateTimeException e) {
            throw damaged(e);
        }
    }

    private static int[] bytes(Global called, Sequence arguments, int count) throws DatasetException {
        Blob bytes = Expect.type(Blob.class, Expect.at(arguments, 0, called.name()), "a time");
        if (bytes.length() != count) {
            throw new DatasetException("it is damaged: a time has " + bytes.length() + " bytes instead of " + count);
        }
        int[] parts = new int[count];
        for (int i = 0; i < count; i++) {
            parts[i] = (int) bytes.integer(i, 1, false) & 0xff;
        }
        return parts;
    }

    private static Object zone(Sequence arguments, int position) throws DatasetException {
        return arguments.length() > position ? arguments.get(position) : None.NONE;
    }

    private static String text(LocalDateTime time) {
        return time.format(DateTimeFormatter.ISO_LOCAL_DATE_TIME);
    }

    private static DatasetException damaged(DateTimeException e) {
        return new DatasetException("it is damaged: it has a time that there is not: " + e.getMessage());
    }
}
