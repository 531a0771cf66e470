// SPDX-License-Identifier: Apache-2.0
package io.loadharness.engine;

import java.util.ArrayList;
import java.util.List;

/**
 * Parses the devices of processes, such as {@code 0,1;2,3}: groups separated by semicolons, one for each process. Several processes may
 * share a device.
 */
final class DeviceGroups {

    private DeviceGroups() {}

    /** Returns a group for each process; empty if the text is empty. */
    static List<String> parse(String text, int processes) {
        if (text.isBlank()) {
            return List.of();
        }
        String[] groups = text.split(";", -1);
        if (groups.length != processes) {
            throw new IllegalArgumentException("--devices must have one group for each of the " + processes
                    + " processes (--processes), separated by semicolons, such as 0,1;2,3: got " + groups.length
                    + (groups.length == 1 ? " group in '" : " groups in '") + text + "'");
        }
        List<String> result = new ArrayList<>();
        for (int i = 0; i < groups.length; i++) {
            List<String> devices = new ArrayList<>();
            for (String each : groups[i].split(",", -1)) {
                String device = each.strip();
                if (device.isEmpty() || device.chars().anyMatch(Character::isWhitespace)) {
                    throw new IllegalArgumentException("--devices has an empty device or one with a space in group " + i
                            + "; write 0,1;2,3: got '" + text + "'");
                }
                if (devices.contains(device)) {
                    throw new IllegalArgumentException(
                            "--devices has the device " + device + " twice in group " + i + ": got '" + text + "'");
                }
                devices.add(device);
            }
            result.add(String.join(",", devices));
        }
        return result;
    }
}
