// SPDX-License-Identifier: Apache-2.0
package io.loadharness.servers;

import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The processes of servers that were started together. LoadHarness starts one process for each replica, the first process. This class finds
 * the other processes by the environment variable {@link #MARK}, by the session of a first process, and as descendants of the processes
 * that it has found. It excludes unrelated processes that reuse a PID. Without {@code /proc}, it finds only the running first processes and
 * their descendants. Thread-safe.
 */
final class ServerProcesses {

    /** The name of the environment variable that all processes inherit. */
    static final String MARK = "HARNESS_SERVER_ID";

    private static final int MAX_COMMAND_LENGTH = 200;

    private final String id;
    private final Collection<ProcessId> first;

    /**
     * Creates the set of processes.
     *
     * @param id the value of {@link #MARK}
     * @param first the first process of each replica; the collection may grow
     */
    ServerProcesses(String id, Collection<ProcessId> first) {
        this.id = id;
        this.first = first;
    }

    /** Returns the running processes: first the processes that LoadHarness started directly, then all others. */
    List<ProcessHandle> living() {
        Map<Long, ProcessHandle> found = new LinkedHashMap<>();
        Deque<ProcessHandle> parents = new ArrayDeque<>();
        first.forEach(each -> each.living().ifPresent(parents::add));
        if (ProcFs.isAvailable()) {
            ProcessHandle.allProcesses().filter(this::belongs).forEach(parents::add);
        }
        while (!parents.isEmpty()) {
            ProcessHandle each = parents.remove();
            if (ProcessId.lives(each) && found.putIfAbsent(each.pid(), each) == null) {
                each.children().forEach(parents::add);
            }
        }
        return List.copyOf(found.values());
    }

    private boolean belongs(ProcessHandle process) {
        return ProcFs.hasVariable(process.pid(), MARK + "=" + id)
                || ProcFs.stat(process.pid()).filter(this::isInSession).isPresent();
    }

    /**
     * Returns true if the process is in the session of a first process. A session does not count if a later process with the same PID
     * created it.
     */
    private boolean isInSession(ProcFs.Stat stat) {
        return first.stream()
                .filter(leader -> leader.pid() == stat.session() && leader.start() <= stat.start())
                .anyMatch(leader -> ProcFs.stat(leader.pid())
                        .filter(now -> now.start() != leader.start())
                        .isEmpty());
    }

    /** Returns the PID and the command line of a process, for messages. */
    static String name(ProcessHandle process) {
        String command = ProcFs.commandLine(process.pid());
        String shown =
                command.length() <= MAX_COMMAND_LENGTH ? command : command.substring(0, MAX_COMMAND_LENGTH) + " …";
        return process.pid() + (command.isEmpty() ? "" : " (" + shown + ")");
    }
}
