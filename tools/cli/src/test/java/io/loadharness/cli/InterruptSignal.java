// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli;

import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The signal of Ctrl-C. */
public final class InterruptSignal {

    private static final Path STATUS = Path.of("/proc/self/status");
    private static final int SIGINT = 2;

    private InterruptSignal() {}

    /**
     * Skips a test if this process ignores the signal, as in a background job of a script. Its child processes inherit this, and a JVM then
     * never handles Ctrl-C.
     */
    public static void assumeHandled() throws IOException {
        assumeFalse(
                Files.exists(STATUS) && isIgnored(Files.readString(STATUS)),
                "SIGINT is ignored, as in a background job of a script: run the test in the foreground");
    }

    /**
     * Returns a command that starts another command with the default action for the signal, also if this process ignores the signal. Needs
     * {@code env} of GNU.
     */
    public static List<String> withDefaultAction(List<String> command) {
        List<String> words = new ArrayList<>(List.of("env", "--default-signal=INT"));
        words.addAll(command);
        return words;
    }

    /** Returns true if the status file of a process says that the process ignores the signal. */
    static boolean isIgnored(String status) {
        return status.lines()
                .filter(line -> line.startsWith("SigIgn:"))
                .anyMatch(line -> (Long.parseUnsignedLong(
                                                line.substring("SigIgn:".length())
                                                        .strip(),
                                                16)
                                        >> (SIGINT - 1)
                                & 1)
                        == 1);
    }
}
