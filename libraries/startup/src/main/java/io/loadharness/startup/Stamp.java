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
 * What a line says of the time.
 *
 * @param year empty in vLLM's own stamps
 * @param offset empty if the stamp does not say which time zone is meant
 */
record Stamp(Optional<Integer> year, MonthDay day, LocalTime time, Optional<ZoneOffset> offset) {

    private static final String TIME = "(\\d\\d)-(\\d\\d)[T ](\\d\\d):(\\d\\d):(\\d\\d)(?:[.,](\\d{1,9}))?";
    private static final Pattern OWN = Pattern.compile("(?:DEBUG|INFO|WARNING|ERROR|CRITICAL) " + TIME + "(?!\\d)");
    private static final Pattern CONTAINER =
            Pattern.compile("\\s*(\\d{4})-" + TIME + "(Z|[+-]\\d\\d:\\d\\d)?(?: \\||\\s)\\s?");

    /** One that vLLM wrote, and where in the text it begins. */
    record Own(Stamp stamp, int begin) {}

    /** One that Docker or Kubernetes put before the line, and where in the text it ends. */
    record OfContainer(Stamp stamp, int end) {}

    static Optional<Own> own(String text) {
        Matcher found = OWN.matcher(text);
        return found.find()
                ? of(found, 1, Optional.empty(), Optional.empty()).map(stamp -> new Own(stamp, found.start()))
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

    private static Optional<Stamp> of(Matcher found, int first, Optional<Integer> year, Optional<ZoneOffset> offset) {
        String fraction = found.group(first + 5);
        int nanos = fraction == null ? 0 : Integer.parseInt((fraction + "00000000").substring(0, 9));
        try {
            MonthDay day = MonthDay.of(number(found, first), number(found, first + 1));
            LocalTime time =
                    LocalTime.of(number(found, first + 2), number(found, first + 3), number(found, first + 4), nanos);
            return year.filter(each -> !day.isValidYear(each)).isPresent()
                    ? Optional.empty()
                    : Optional.of(new Stamp(year, day, time, offset));
        } catch (DateTimeException e) {
            return Optional.empty();
        }
    }

    private static int number(Matcher found, int group) {
        return Integer.parseInt(found.group(group));
    }
}
