// SPDX-License-Identifier: Apache-2.0
package io.loadharness.internal;

import java.util.Map;

/** The signals that end processes. As in shells, the exit code of a process that a signal ended is 128 + the number of the signal. */
public final class SignalNames {

    /** The signal that no process can handle. */
    public static final int KILL = 9;

    private static final int OFFSET = 128;
    private static final int LAST = 64;

    private static final Map<Integer, String> NAMES = Map.ofEntries(
            Map.entry(1, "SIGHUP"),
            Map.entry(2, "SIGINT"),
            Map.entry(3, "SIGQUIT"),
            Map.entry(4, "SIGILL"),
            Map.entry(6, "SIGABRT"),
            Map.entry(7, "SIGBUS"),
            Map.entry(8, "SIGFPE"),
            Map.entry(KILL, "SIGKILL"),
            Map.entry(11, "SIGSEGV"),
            Map.entry(15, "SIGTERM"),
            Map.entry(24, "SIGXCPU"));

    private SignalNames() {}

    /** Returns the number of the signal that ended a process; 0 if no signal ended it. */
    public static int ofExitCode(int code) {
        return code > OFFSET && code <= OFFSET + LAST ? code - OFFSET : 0;
    }

    /** Returns the name of a signal, such as {@code SIGKILL}; empty for signals that usually do not end processes. */
    public static String name(int signal) {
        return NAMES.getOrDefault(signal, "");
    }
}
