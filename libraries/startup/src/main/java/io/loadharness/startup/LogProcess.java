// SPDX-License-Identifier: Apache-2.0
package io.loadharness.startup;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The process that wrote a line.
 *
 * @param name as {@code EngineCore_DP0}; empty if the line names none
 * @param pid 0 if the line names none
 */
public record LogProcess(String name, long pid) {

    /** Of lines that name none. */
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
