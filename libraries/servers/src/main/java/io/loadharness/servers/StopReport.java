// SPDX-License-Identifier: Apache-2.0
package io.loadharness.servers;

import java.util.ArrayList;
import java.util.List;

/**
 * The result of stopping servers.
 *
 * @param ended the number of processes that received TERM or KILL
 * @param killed the processes that ignored TERM and received KILL, each with its PID and command line
 * @param left the processes that are still running, each with its PID and command line
 * @param takenPorts the server ports that are still in use
 */
public record StopReport(int ended, List<String> killed, List<String> left, List<Integer> takenPorts) {

    /** The report if there were no processes to stop. */
    static final StopReport NOTHING = new StopReport(0, List.of(), List.of(), List.of());

    /** Copies the lists. */
    public StopReport {
        killed = List.copyOf(killed);
        left = List.copyOf(left);
        takenPorts = List.copyOf(takenPorts);
    }

    /** Returns true if no process is left and all ports are free. */
    public boolean isClean() {
        return left.isEmpty() && takenPorts.isEmpty();
    }

    /** Returns the number of ended processes with the noun, such as {@code 2 processes}. */
    public String processes() {
        return ended + (ended == 1 ? " process" : " processes");
    }

    /** Returns the warnings; empty if all processes ended after TERM and all ports are free. */
    public List<String> warnings() {
        List<String> warnings = new ArrayList<>();
        if (!killed.isEmpty()) {
            warnings.add("Killed because they did not end after TERM: " + String.join(", ", killed));
        }
        if (!left.isEmpty()) {
            warnings.add("Still running, because they could not be killed: " + String.join(", ", left));
        }
        if (!takenPorts.isEmpty()) {
            warnings.add("Ports of the servers that are still in use: " + takenPorts);
        }
        return warnings;
    }
}
