// SPDX-License-Identifier: Apache-2.0
package io.loadharness.launchers;

import io.loadharness.internal.SignalNames;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** Explains the exit codes of processes. */
final class ProcessEnd {

    /** The exit code of a JVM with the option {@code -XX:+ExitOnOutOfMemoryError}. */
    private static final int OUT_OF_HEAP = 3;

    private static final String KILL_COUNT = "oom_kill ";

    private ProcessEnd() {}

    /** Returns a phrase such as {@code killed by signal 9 (SIGKILL)} or {@code ended with exit code 3}. */
    static String explain(int code) {
        int signal = SignalNames.ofExitCode(code);
        if (signal == 0) {
            return "ended with exit code " + code;
        }
        String name = SignalNames.name(signal);
        return "killed by signal " + signal + (name.isEmpty() ? "" : " (" + name + ")");
    }

    /** Returns the hint that the memory may have run out, if SIGKILL ended the process; an empty string for other exit codes. */
    static String hint(int code, String host) {
        return SignalNames.ofExitCode(code) == SignalNames.KILL
                ? "; if you did not kill it, its memory ran out: `dmesg` on " + host + " shows it"
                : "";
    }

    /**
     * Returns a clause with the cause if a process ended because of a lack of memory; an empty string for other causes.
     *
     * @param memoryKill true if Linux killed any process because of a lack of memory while this process ran
     * @param log the last lines of the process
     */
    static String cause(int code, boolean memoryKill, String host, String log) {
        if (SignalNames.ofExitCode(code) == SignalNames.KILL && memoryKill) {
            return ", because the memory of " + host + " or of its cgroup ran out: Linux killed a process for that"
                    + " (oom_kill)";
        }
        if (code == OUT_OF_HEAP && log.contains("OutOfMemoryError")) {
            return ", because the heap of its Java ran out: set a larger one with --launcher-option java-option=-Xmx4g";
        }
        return "";
    }

    /** Returns the number of processes that Linux has killed because of a lack of memory since it started; 0 if the number is unknown. */
    static long memoryKills() {
        try (Stream<String> lines = Files.lines(Path.of("/proc/vmstat"))) {
            return lines.filter(line -> line.startsWith(KILL_COUNT))
                    .mapToLong(line ->
                            Long.parseLong(line.substring(KILL_COUNT.length()).strip()))
                    .findFirst()
                    .orElse(0);
        } catch (IOException | UncheckedIOException | NumberFormatException e) {
            return 0;
        }
    }
}
