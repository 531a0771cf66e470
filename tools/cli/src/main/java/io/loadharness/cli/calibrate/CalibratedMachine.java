// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.calibrate;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** What a calibration is true for. */
final class CalibratedMachine {

    private CalibratedMachine() {}

    /** This machine and Java, in words that differ for another. */
    static String here() {
        return host() + ", " + Runtime.getRuntime().availableProcessors() + " processors, "
                + System.getProperty("os.arch") + ", Java " + Runtime.version().feature();
    }

    /** The name that the kernel has; to ask for one through the network may take long. */
    private static String host() {
        try {
            return Files.readString(Path.of("/proc/sys/kernel/hostname")).strip();
        } catch (IOException noLinux) {
            String name = System.getenv("COMPUTERNAME");
            return name == null ? System.getProperty("os.name") : name;
        }
    }
}
