// SPDX-License-Identifier: Apache-2.0
package io.loadharness.servers;

import java.util.ArrayList;
import java.util.List;

/**
 * What came of a stop.
 *
 * @param ended how many processes were told to end
 * @param killed those that had to be killed, in words
 * @param left processes that still live, in words
 * @param takenPorts ports of the servers that somebody still listens at
 */
public record StopReport(int ended, List<String> killed, List<String> left, List<Integer> takenPorts) {

    /** Nothing to stop. */
    static final StopReport NOTHING = new StopReport(0, List.of(), List.of(), List.of());

    /** What came of it. */
    public StopReport {
        killed = List.copyOf(killed);
        left = List.copyOf(left);
        takenPorts = List.copyOf(takenPorts);
    }

    /** Whether no process is left, and all ports are free. */
    public boolean isClean() {
        return left.isEmpty() && takenPorts.isEmpty();
    }

    /** How many were told to end, in words. */
    public String processes() {
        return ended + (ended == 1 ? " process" : " processes");
    }

    /** What somebody has to know; nothing if all ended when they were told to. */
    public List<String> remarks() {
        List<String> remarks = new ArrayList<>();
        if (!killed.isEmpty()) {
            remarks.add("Did not end when told to, and were killed: " + String.join(", ", killed));
        }
        if (!left.isEmpty()) {
            remarks.add("Could not be ended, and are left: " + String.join(", ", left));
        }
        if (!takenPorts.isEmpty()) {
            remarks.add("Somebody still listens at the ports of the servers: " + takenPorts);
        }
        return remarks;
    }
}
