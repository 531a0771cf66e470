// SPDX-License-Identifier: Apache-2.0
package io.loadharness.startup;

import java.time.DateTimeException;
import java.time.LocalTime;
import java.time.MonthDay;
import java.time.ZoneOffset;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The timestamp of a log line.
 *
 * @param year the year; empty in timestamps of vLLM
 * @param day the month and day
 * @param time the time of day
 * @param offset the UTC offset; empty if the timestamp has none
 */
record LogTimestamp(Optional<Integer> year, MonthDay day, LocalTime time, Optional<ZoneOffset> offset) {

    private static final String TIME = "(\\d\\d)-(\\d\\d)[T ](\\d\\d):(\\d\\d):(\\d\\d)(?:[.,](\\d{1,9}))?";
    private static final Pattern SERVER = Pattern.compile("(?:DEBUG|INFO|WARNING|ERROR|CRITICAL) " + TIME + "(?!\\d)");
    private static final Pattern CONTAINER =
            Pattern.compile("\\s*(\\d{4})-" + TIME + "(Z|[+-]\\d\\d:\\d\\d)?(?: \\||\\s)\\s?");

    /** A timestamp that vLLM wrote, and its start position in the line. */
    record OfServer(LogTimestamp stamp, int start) {}

    /** A timestamp that Docker or Kubernetes added to the line, and its end position in the line. */
    record OfContainer(LogTimestamp stamp, int end) {}

    static Optional<OfServer> ofServer(String text) {
        Matcher found = SERVER.matcher(text);
        return found.find()
                ? of(found, 1, Optional.empty(), Optional.empty()).map(stamp -> new OfServer(stamp, found.start()))
                : Optional.empty();
    }

    static Optional<OfContainer> ofContainer(String text) {
        Matcher found = CONTAINER.matcher(text);
        if (!found.lookingAt()) {
            return Optional.empty();
        }
        Optional<Integer> year = Optional.of(Integer.parseInt(found.group(1)));
        Optional<String> offset = Optional.ofNullable(found.group(8));
        if (offset.filter(each -> !each.matches("Z|[+-](?:0\\d|1[0-7]):[0-5]\\d"))
                .isPresent()) {
            return Optional.empty();
        }
        return of(found, 2, year, offset.map(ZoneOffset::of)).map(stamp -> new OfContainer(stamp, found.end()));
    }

    private static Optional<LogTimestamp> of(
            Matcher found, int first, Optional<Integer> year, Optional<ZoneOffset> offset) {
        String fraction = found.group(first + 5);
        int nanos = fraction == null ? 0 : Integer.parseInt((fraction + "00000000").substring(0, 9));
        try {
            MonthDay day = MonthDay.of(number(found, first), number(found, first + 1));
            LocalTime time =
                    LocalTime.of(number(found, first + 2), number(found, first + 3), number(found, first + 4), nanos);
            return year.filter(each -> !day.isValidYear(each)).isPresent()
                    ? Optional.empty()
                    : Optional.of(new LogTimestamp(year, day, time, offset));
        } catch (DateTimeException e) {
            return Optional.empty();
        }
    }

    private static int number(Matcher found, int group) {
        return Integer.parseInt(found.group(group));
    }
}
