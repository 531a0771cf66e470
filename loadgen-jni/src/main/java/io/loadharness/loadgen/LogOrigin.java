// SPDX-License-Identifier: Apache-2.0
package io.loadharness.loadgen;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;

/**
 * The process and the thread of a run. LoadGen writes their ids to each line of the detail log. Therefore lines of another run can be
 * detected, even if they were copied into the file of this run.
 *
 * @param process the process id
 * @param thread the operating system's id of the thread that runs LoadGen; empty if it is not known
 */
record LogOrigin(OptionalLong process, OptionalLong thread) {

    /** An unknown origin. It accepts the lines of every run. */
    static final LogOrigin UNKNOWN = new LogOrigin(OptionalLong.empty(), OptionalLong.empty());

    private static final Path THREAD = Path.of("/proc/thread-self");

    /** Returns the origin of a log that LoadGen writes on the calling thread. */
    static LogOrigin ofCurrentThread() {
        long process = ProcessHandle.current().pid();
        return new LogOrigin(OptionalLong.of(process), threadOf(process));
    }

    /** Reads the id of the calling thread from a link such as {@code 123/task/456}. */
    private static OptionalLong threadOf(long process) {
        try {
            Path link = Files.readSymbolicLink(THREAD);
            // /proc may contain the process ids of another namespace
            return link.getName(0).toString().equals("" + process)
                    ? OptionalLong.of(Long.parseLong(link.getFileName().toString()))
                    : OptionalLong.empty();
        } catch (IOException | RuntimeException e) {
            return OptionalLong.empty(); // not Linux
        }
    }

    /**
     * Returns true if this run may have written a line. The process is compared for all lines. The thread is compared only for some lines,
     * because any thread can write the other lines, for example errors.
     */
    boolean mayHaveWritten(DetailRecord line) {
        return matches(process, line.process()) && (!isOfMainThread(line.key()) || matches(thread, line.thread()));
    }

    private static boolean isOfMainThread(String key) {
        return key.equals("loadgen_version") || key.startsWith("result_");
    }

    private static boolean matches(OptionalLong own, long other) {
        return own.isEmpty() || own.getAsLong() == other;
    }
}
