package io.loadharness.dataset.pickle;

import io.loadharness.dataset.DatasetException;

/**
 * Time zones. pandas and NumPy keep times in UTC, whatever the zone, so of a zone only counts that there is one; what makes one in Python
 * makes data here, as everything that a pickle names.
 */
final class Zones {

    /** What follows a time in UTC. */
    private static final String UTC = "Z";

    private static final String ZONE_INFO = "zoneinfo.ZoneInfo";
    private static final long SECONDS_OF_DAY = 86_400;

    private Zones() {}

    /** {@code getattr(ZoneInfo, "_unpickle")}, which is how Python writes a zone, and the only thing that may be got. */
    static Object attribute(Global called, Sequence arguments) throws DatasetException {
        boolean isZone = arguments.length() == 2
                && arguments.get(0) instanceof Global type
                && type.name().equals(ZONE_INFO)
                && "_unpickle".equals(arguments.get(1));
        if (!isZone) {
            throw Globals.noBusiness(called.name());
        }
        return new Global(ZONE_INFO + "._unpickle", Instance::new);
    }

    /** Whether the times of a {@code DatetimeArray} have a zone. */
    static boolean isZoned(Instance times) throws DatasetException {
        return ArrayLike.dtype(times) instanceof Instance type && type.is("DatetimeTZDtype");
    }

    /** A time that is in UTC, and says so, if it is one. */
    static Object inUtc(Object time) {
        return time instanceof String text ? text + UTC : None.NONE;
    }

    /** How many seconds a zone without summer time, {@code timezone(timedelta(days, seconds, 0))}, is ahead of UTC. */
    static long secondsAhead(Object zone) throws DatasetException {
        if (zone instanceof Instance fixed
                && fixed.is("timezone")
                && fixed.argument(0) instanceof Instance ahead
                && ahead.argument(0) instanceof Long days
                && ahead.argument(1) instanceof Long seconds
                && Math.abs(days) <= 1
                && Math.abs(seconds) <= SECONDS_OF_DAY
                && Long.valueOf(0).equals(ahead.argument(2))) {
            return days * SECONDS_OF_DAY + seconds;
        }
        throw new DatasetException(
                "it has a time in a time zone that is not known by its distance to UTC: convert it to UTC");
    }

    /** Times that are in UTC, and say so. */
    record InUtc(Column times) implements Column {

        @Override
        public int length() {
            return times.length();
        }

        @Override
        public Object get(int row) throws DatasetException {
            return inUtc(times.get(row));
        }

        @Override
        public void release(int row) {
            times.release(row);
        }
    }
}
