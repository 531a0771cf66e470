// SPDX-License-Identifier: Apache-2.0
package io.loadharness.internal;

import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The name of this machine. */
public final class HostName {

    private static final Path KERNEL = Path.of("/proc/sys/kernel/hostname");

    private HostName() {}

    /**
     * Returns the name of the node of Slurm, or the name that the kernel has. The resolver is the last source, because it returns localhost
     * for many compute nodes.
     */
    public static String ofThisMachine() {
        String node = System.getenv("SLURMD_NODENAME");
        if (node != null && !node.isBlank()) {
            return node.strip();
        }
        try {
            return Files.readString(KERNEL).strip();
        } catch (IOException e) {
            // not Linux
        }
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            return "localhost";
        }
    }
}
