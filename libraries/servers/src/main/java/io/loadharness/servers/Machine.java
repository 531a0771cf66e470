// SPDX-License-Identifier: Apache-2.0
package io.loadharness.servers;

import java.util.List;
import java.util.Optional;

/**
 * The scope in which a process id is unique: one boot of a machine, and one PID namespace (container). LoadHarness knows the scope only on
 * Linux. On other systems, it treats every state file as a file of this machine.
 *
 * @param host the host name
 * @param boot the boot id of the kernel
 * @param processes the PID namespace
 */
record Machine(String host, String boot, String processes) {

    private static final String UNKNOWN = "-";

    /** Returns this machine. */
    static Machine here() {
        return new Machine(
                ProcFs.word("sys/kernel/hostname").orElse(UNKNOWN),
                ProcFs.word("sys/kernel/random/boot_id").orElse(UNKNOWN),
                ProcFs.link("self/ns/pid").orElse(UNKNOWN));
    }

    /** Parses the format of {@link #toString}. */
    static Machine parse(String text) {
        List<String> words = List.of(text.split(" ", -1));
        if (words.size() != 3) {
            throw new IllegalArgumentException(
                    "'" + text + "' is not a machine: expected the host, boot id and PID namespace");
        }
        return new Machine(words.get(0), words.get(1), words.get(2));
    }

    /**
     * Returns true if this object describes an earlier boot of the machine on which this JVM runs. After a reboot, none of the processes is
     * left.
     */
    boolean isRebooted() {
        return host.equals(here().host) && !boot.equals(here().boot);
    }

    /**
     * Returns the host name if the processes may run on another machine or in another container. This JVM cannot see such processes.
     * Otherwise returns empty.
     */
    Optional<String> otherHost() {
        boolean known = boot.equals(here().boot) && processes.equals(here().processes);
        return known || isRebooted() ? Optional.empty() : Optional.of(host);
    }

    @Override
    public String toString() {
        return host + " " + boot + " " + processes;
    }
}
