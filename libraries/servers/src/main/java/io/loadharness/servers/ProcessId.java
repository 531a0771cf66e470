// SPDX-License-Identifier: Apache-2.0
package io.loadharness.servers;

import java.util.Optional;

/**
 * One process for ever: its number may be given to another, but not with the same moment of birth.
 *
 * @param start in ticks since the machine started, where the system tells, else in seconds since 1970
 */
record ProcessId(long pid, long start) {

    /** Of a process that lives; empty if there is none of this number. */
    static Optional<ProcessId> of(ProcessHandle process) {
        return ProcFs.isThere()
                ? ProcFs.stat(process.pid()).map(stat -> new ProcessId(process.pid(), stat.start()))
                : process.info().startInstant().map(start -> new ProcessId(process.pid(), start.getEpochSecond()));
    }

    /** Of this process. */
    static ProcessId current() {
        return of(ProcessHandle.current()).orElseThrow();
    }

    /** Whether a process can still do something; one that has ended may wait for its parent to take notice. */
    static boolean lives(ProcessHandle process) {
        return process.isAlive()
                && ProcFs.stat(process.pid()).filter(ProcFs.Stat::zombie).isEmpty();
    }

    /** Reads what {@link #toString} writes. */
    static ProcessId parse(String text) {
        int colon = text.indexOf(':');
        try {
            return new ProcessId(
                    Long.parseLong(text.substring(0, Math.max(0, colon))), Long.parseLong(text.substring(colon + 1)));
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("'" + text + "' names no process", e);
        }
    }

    /** The process, if it still lives. */
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
