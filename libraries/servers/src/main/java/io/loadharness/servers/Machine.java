// SPDX-License-Identifier: Apache-2.0
package io.loadharness.servers;

import java.util.List;
import java.util.Optional;

/**
 * Where a number names a process, and since when: a machine from one boot to the next, and a container of its own on it. Only Linux tells;
 * elsewhere every state is taken for one of this machine.
 *
 * @param host the name of the machine
 * @param boot what its kernel calls the time since it was booted
 * @param processes the namespace in which processes have their numbers
 */
record Machine(String host, String boot, String processes) {

    private static final String UNKNOWN = "-";

    /** This one. */
    static Machine here() {
        return new Machine(
                ProcFs.word("sys/kernel/hostname").orElse(UNKNOWN),
                ProcFs.word("sys/kernel/random/boot_id").orElse(UNKNOWN),
                ProcFs.link("self/ns/pid").orElse(UNKNOWN));
    }

    /** Reads what {@link #toString} writes. */
    static Machine parse(String text) {
        List<String> words = List.of(text.split(" ", -1));
        if (words.size() != 3) {
            throw new IllegalArgumentException("'" + text + "' names no machine");
        }
        return new Machine(words.get(0), words.get(1), words.get(2));
    }

    /** Whether it was booted again since, so that none of its processes is left. */
    boolean isOver() {
        return host.equals(here().host) && !boot.equals(here().boot);
    }

    /** Its name, if its processes are unknown here though they may live. */
    Optional<String> elsewhere() {
        boolean known = boot.equals(here().boot) && processes.equals(here().processes);
        return known || isOver() ? Optional.empty() : Optional.of(host);
    }

    @Override
    public String toString() {
        return host + " " + boot + " " + processes;
    }
}
