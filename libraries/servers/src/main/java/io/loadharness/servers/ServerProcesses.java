// SPDX-License-Identifier: Apache-2.0
package io.loadharness.servers;

import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The processes of one start, and those that they started: what bears its mark in the environment, what is in the session of one of its
 * first processes, and what descends from any of them. Nothing else, whatever number it has. Without {@code /proc} only descendants of
 * first processes that still live are known. For any thread.
 */
final class ServerProcesses {

    /** The variable that all inherit. */
    static final String MARK = "HARNESS_SERVER_ID";

    private static final int MOST_COMMAND = 200;

    private final String id;
    private final Collection<ProcessId> first;

    /**
     * A family.
     *
     * @param id the value of {@link #MARK}
     * @param first the processes that were started; may grow
     */
    ServerProcesses(String id, Collection<ProcessId> first) {
        this.id = id;
        this.first = first;
    }

    /** Those that live now, first processes before others. */
    List<ProcessHandle> living() {
        Map<Long, ProcessHandle> found = new LinkedHashMap<>();
        Deque<ProcessHandle> parents = new ArrayDeque<>();
        first.forEach(each -> each.living().ifPresent(parents::add));
        if (ProcFs.isThere()) {
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

    /** A number that was given to another process since leads another session. */
    private boolean isInSession(ProcFs.Stat stat) {
        return first.stream()
                .filter(leader -> leader.pid() == stat.session() && leader.start() <= stat.start())
                .anyMatch(leader -> ProcFs.stat(leader.pid())
                        .filter(now -> now.start() != leader.start())
                        .isEmpty());
    }

    /** A process in words. */
    static String name(ProcessHandle process) {
        String command = ProcFs.commandLine(process.pid());
        String shown = command.length() <= MOST_COMMAND ? command : command.substring(0, MOST_COMMAND) + " …";
        return process.pid() + (command.isEmpty() ? "" : " (" + shown + ")");
    }
}
