// SPDX-License-Identifier: Apache-2.0
package io.loadharness.startup;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The process that wrote a log line.
 *
 * @param name the name, such as {@code EngineCore_DP0}; empty if the line has no name
 * @param pid the PID; 0 if the line has no PID
 */
public record LogProcess(String name, long pid) {

    /** The process of lines without a process name. */
    static final LogProcess UNNAMED = new LogProcess("", 0);

    private static final Pattern NAMED = Pattern.compile("\\(([^()]{0,80}?)pid=(\\d{1,18})[^()]{0,80}\\)");

    static LogProcess in(String prefix) {
        Matcher named = NAMED.matcher(prefix);
        return named.find() ? new LogProcess(named.group(1).strip(), Long.parseLong(named.group(2))) : UNNAMED;
    }

    @Override
    public String toString() {
        return pid == 0 ? "" : (name + " pid=" + pid).strip();
    }
}
