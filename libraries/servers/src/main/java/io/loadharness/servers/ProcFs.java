// SPDX-License-Identifier: Apache-2.0
package io.loadharness.servers;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** What Linux tells of processes under {@code /proc}. A process may end at any moment; then there is nothing of it. */
final class ProcFs {

    private static final Path ROOT = Path.of("/proc");
    private static final String RESIDENT = "VmRSS:";

    /**
     * What the system counts about a process.
     *
     * @param ticks of processors that it took, with those of its children that have ended
     * @param start in ticks since the machine started
     */
    record Stat(boolean zombie, long session, long ticks, long start) {

        private static final int FIRST_TICKS = 11;
        private static final int LAST_TICKS = 14;

        /** Reads it; the name of the program, in parentheses, may hold anything. */
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

    /** Whether this system tells. */
    static boolean isThere() {
        return Files.exists(ROOT.resolve("self/stat"));
    }

    static Optional<Stat> stat(long pid) {
        return read(pid, "stat").map(bytes -> Stat.parse(new String(bytes, StandardCharsets.ISO_8859_1)));
    }

    /** Memory that the process holds, in bytes; 0 of one that has ended. */
    static long resident(long pid) {
        return read(pid, "status")
                .flatMap(bytes -> new String(bytes, StandardCharsets.ISO_8859_1)
                        .lines()
                        .filter(line -> line.startsWith(RESIDENT))
                        .findFirst())
                .map(line -> Long.parseLong(line.replaceAll("\\D", "")) << 10)
                .orElse(0L);
    }

    /** Whether the process was started with a variable, given with its value; false where this user may not know. */
    static boolean hasVariable(long pid, String variable) {
        return read(pid, "environ")
                .map(bytes -> new String(bytes, StandardCharsets.ISO_8859_1))
                .filter(text -> List.of(text.split("\0", -1)).contains(variable))
                .isPresent();
    }

    /** The command line, for people. */
    static String commandLine(long pid) {
        return read(pid, "cmdline")
                .map(bytes -> new String(bytes, StandardCharsets.UTF_8)
                        .replace('\0', ' ')
                        .strip())
                .orElse("");
    }

    /** The one word of a file; empty if there is no such file. */
    static Optional<String> word(String file) {
        return read(file).map(bytes -> new String(bytes, StandardCharsets.UTF_8).strip());
    }

    /** What a link says; empty if there is none. */
    static Optional<String> link(String file) {
        try {
            return Optional.of(Files.readSymbolicLink(ROOT.resolve(file)).toString());
        } catch (IOException notThere) {
            return Optional.empty();
        }
    }

    private static Optional<byte[]> read(long pid, String file) {
        return read(pid + "/" + file);
    }

    private static Optional<byte[]> read(String file) {
        try {
            return Optional.of(Files.readAllBytes(ROOT.resolve(file)));
        } catch (IOException notThere) {
            return Optional.empty();
        }
    }
}
