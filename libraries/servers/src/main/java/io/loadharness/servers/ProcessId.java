// SPDX-License-Identifier: Apache-2.0
package io.loadharness.servers;

import java.util.Optional;

/**
 * A unique process id. It consists of the PID and the start time, because PIDs are reused.
 *
 * @param pid the PID
 * @param start the start time in clock ticks since boot; without {@code /proc}, in seconds since 1970
 */
record ProcessId(long pid, long start) {

    /** Returns the id of a running process; empty if it has ended. */
    static Optional<ProcessId> of(ProcessHandle process) {
        return ProcFs.isAvailable()
                ? ProcFs.stat(process.pid()).map(stat -> new ProcessId(process.pid(), stat.start()))
                : process.info().startInstant().map(start -> new ProcessId(process.pid(), start.getEpochSecond()));
    }

    /** Returns the id of this process. */
    static ProcessId current() {
        return of(ProcessHandle.current()).orElseThrow();
    }

    /** Returns true if a process is running and is not a zombie. */
    static boolean lives(ProcessHandle process) {
        return process.isAlive()
                && ProcFs.stat(process.pid()).filter(ProcFs.Stat::zombie).isEmpty();
    }

    /** Parses the format of {@link #toString}. */
    static ProcessId parse(String text) {
        int colon = text.indexOf(':');
        try {
            return new ProcessId(
                    Long.parseLong(text.substring(0, Math.max(0, colon))), Long.parseLong(text.substring(colon + 1)));
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("'" + text + "' is not a process id: expected PID:START", e);
        }
    }

    /** Returns the process if it is still running. */
    Optional<ProcessHandle> living() {
        return ProcessHandle.of(pid)
                .filter(ProcessId::lives)
                .filter(process -> of(process).filter(this::equals).isPresent());
    }

    @Override
    public String toString() {
        return pid + ":" + start;
    }
}
