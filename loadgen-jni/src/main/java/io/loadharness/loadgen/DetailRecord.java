// SPDX-License-Identifier: Apache-2.0
package io.loadharness.loadgen;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One line of a detail log. The line is not valid JSON: LoadGen does not escape text, for example quotes and backslashes in the
 * name of a system, and writes numbers such as {@code nan}. Therefore the value is the text between the fixed parts of the line.
 *
 * @param line the number of the line, from 1
 * @param value the value as written in the log, but a string without its quotes
 * @param process the number of the process that wrote the line
 * @param thread the number of the thread that wrote the line
 */
record DetailRecord(int line, String key, String value, boolean isError, boolean isWarning, long process, long thread) {

    private static final String MARK = ":::MLLOG ";
    private static final Pattern HEAD = Pattern.compile(MARK + "\\{\"key\": \"([^\"]+)\", \"value\": ");
    private static final String TIME = ", \"time_ms\": ";
    private static final Pattern TAIL = Pattern.compile(
            "\\d+\\.\\d+, .*\"is_error\": (true|false), \"is_warning\": (true|false), .*\"pid\": (\\d{1,18}), \"tid\": (\\d{1,18})\\}\\}");
    private static final Pattern VALUE = Pattern.compile("\"(.*)\"|[-+.\\w]+|\\[?]|\\{.*}");

    /** Parses a line; empty if the line is damaged. */
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
                tail.group(2).equals("true"),
                Long.parseLong(tail.group(3)),
                Long.parseLong(tail.group(4))));
    }

    /**
     * Returns true if this line reports an error. The key has precedence over the flag {@code is_error}: if two threads log at the same
     * time, LoadGen can write the flag to the wrong line.
     */
    boolean isErrorRecord() {
        return key.startsWith("error_") || (isError && !key.startsWith("warning_"));
    }

    /** Returns true if this line reports a warning. */
    boolean isWarningRecord() {
        return key.startsWith("warning_") || (isWarning && !isErrorRecord());
    }
}
