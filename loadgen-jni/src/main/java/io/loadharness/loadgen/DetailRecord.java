// SPDX-License-Identifier: Apache-2.0
package io.loadharness.loadgen;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One line of a detail log. It only looks like JSON: LoadGen puts text between quotes as it is, a quote or a backslash in the name
 * of a system included, and writes numbers that JSON has not. So the value is what stands between the fixed parts of the line.
 *
 * @param line from 1
 * @param value text without its quotes; anything else as it stands
 */
record DetailRecord(int line, String key, String value, boolean isError, boolean isWarning) {

    private static final String MARK = ":::MLLOG ";
    private static final Pattern HEAD = Pattern.compile(MARK + "\\{\"key\": \"([^\"]+)\", \"value\": ");
    private static final String TIME = ", \"time_ms\": ";
    private static final Pattern TAIL = Pattern.compile(
            "\\d+\\.\\d+, .*\"is_error\": (true|false), \"is_warning\": (true|false), .*\"tid\": \\d+\\}\\}");
    private static final Pattern VALUE = Pattern.compile("\"(.*)\"|[-+.\\w]+|\\[?]|\\{.*}");

    /** The record that a line holds; empty if the line is damaged. */
    static Optional<DetailRecord> parse(int number, String line) {
        Matcher head = HEAD.matcher(line);
        int time = line.lastIndexOf(TIME);
        if (!head.lookingAt() || time < head.end() || line.lastIndexOf(MARK) > 0) {
            return Optional.empty();
        }
        Matcher value = VALUE.matcher(line).region(head.end(), time);
        Matcher tail = TAIL.matcher(line).region(time + TIME.length(), line.length());
        if (!value.matches() || !tail.matches()) {
            return Optional.empty();
        }
        String text = value.group(1) == null ? value.group() : value.group(1);
        return Optional.of(new DetailRecord(
                number,
                head.group(1),
                text,
                tail.group(1).equals("true"),
                tail.group(2).equals("true")));
    }

    /** Whether this is an error. LoadGen can put the flag of one thread's error on a line of another; the keys are always right. */
    boolean tellsOfError() {
        return key.startsWith("error_") || (isError && !key.startsWith("warning_"));
    }

    /** Whether this is a warning. */
    boolean tellsOfWarning() {
        return key.startsWith("warning_") || (isWarning && !tellsOfError());
    }
}
