// SPDX-License-Identifier: Apache-2.0
package io.loadharness.servers;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Reads process information from {@code /proc} on Linux. If a process has ended, results are empty. */
final class ProcFs {

    private static final Path ROOT = Path.of("/proc");
    private static final String RESIDENT = "VmRSS:";

    /**
     * The status of a process.
     *
     * @param zombie true if the process has ended but its parent has not read its exit status
     * @param session the id of its session
     * @param ticks the CPU time in clock ticks, including children that have ended
     * @param start the start time in clock ticks since boot
     */
    record Stat(boolean zombie, long session, long ticks, long start) {

        private static final int FIRST_TICKS = 11;
        private static final int LAST_TICKS = 14;

        /** Parses a line of {@code /proc/PID/stat}. The program name, in parentheses, may contain any characters. */
        static Stat parse(String line) {
            String[] fields = line.substring(line.lastIndexOf(')') + 2).split(" ", -1);
            return new Stat(
                    fields[0].equals("Z") || fields[0].equals("X"),
                    Long.parseLong(fields[3]),
                    Arrays.stream(fields, FIRST_TICKS, LAST_TICKS + 1)
                            .mapToLong(Long::parseLong)
                            .sum(),
                    Long.parseLong(fields[19]));
        }
    }

    private ProcFs() {}

    /** Returns true if this system has {@code /proc}. */
    static boolean isAvailable() {
        return Files.exists(ROOT.resolve("self/stat"));
    }

    static Optional<Stat> stat(long pid) {
        return read(pid, "stat").map(bytes -> Stat.parse(new String(bytes, StandardCharsets.ISO_8859_1)));
    }

    /** Returns the resident memory of a process in bytes; 0 if it has ended. */
    static long resident(long pid) {
        return read(pid, "status")
                .flatMap(bytes -> new String(bytes, StandardCharsets.ISO_8859_1)
                        .lines()
                        .filter(line -> line.startsWith(RESIDENT))
                        .findFirst())
                .map(line -> Long.parseLong(line.replaceAll("\\D", "")) << 10)
                .orElse(0L);
    }

    /** Returns true if a process was started with an environment variable (NAME=VALUE). Returns false if its environment cannot be read. */
    static boolean hasVariable(long pid, String variable) {
        return read(pid, "environ")
                .map(bytes -> new String(bytes, StandardCharsets.ISO_8859_1))
                .filter(text -> List.of(text.split("\0", -1)).contains(variable))
                .isPresent();
    }

    /** Returns the command line of a process, for messages. */
    static String commandLine(long pid) {
        return read(pid, "cmdline")
                .map(bytes -> new String(bytes, StandardCharsets.UTF_8)
                        .replace('\0', ' ')
                        .strip())
                .orElse("");
    }

    /** Returns the trimmed content of a file; empty if it does not exist. */
    static Optional<String> word(String file) {
        return read(file).map(bytes -> new String(bytes, StandardCharsets.UTF_8).strip());
    }

    /** Returns the target of a link; empty if it does not exist. */
    static Optional<String> link(String file) {
        try {
            return Optional.of(Files.readSymbolicLink(ROOT.resolve(file)).toString());
        } catch (IOException missing) {
            return Optional.empty();
        }
    }

    private static Optional<byte[]> read(long pid, String file) {
        return read(pid + "/" + file);
    }

    private static Optional<byte[]> read(String file) {
        try {
            return Optional.of(Files.readAllBytes(ROOT.resolve(file)));
        } catch (IOException missing) {
            return Optional.empty();
        }
    }
}
