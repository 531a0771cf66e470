// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.calibrate;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The machine and Java version for which a calibration is valid. */
final class CalibratedMachine {

    private CalibratedMachine() {}

    /** Returns a string that identifies this machine and its Java version. */
    static String here() {
        return host() + ", " + Runtime.getRuntime().availableProcessors() + " CPUs, " + System.getProperty("os.arch")
                + ", Java " + Runtime.version().feature();
    }

    /** Returns the host name from the kernel, because a network lookup may be slow. */
    private static String host() {
        try {
            return Files.readString(Path.of("/proc/sys/kernel/hostname")).strip();
        } catch (IOException noLinux) {
            String name = System.getenv("COMPUTERNAME");
            return name == null ? System.getProperty("os.name") : name;
        }
    }
}
