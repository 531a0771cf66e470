// SPDX-License-Identifier: Apache-2.0
package io.loadharness.schedule;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The timer slack of a Linux thread. The kernel may delay wake-ups by this time to combine them; the default is 50 µs. */
final class TimerSlack {

    private static final Path OWN_THREAD = Path.of("/proc/thread-self");
    private static final String MIN_NANOS = "1";

    private TimerSlack() {}

    /** Sets the timer slack of the calling thread to the minimum. Has no effect on systems without timer slack. */
    static void minimize() {
        try {
            Files.writeString(ofThisThread(), MIN_NANOS);
        } catch (IOException e) {
            // the default slack remains
        }
    }

    /** Returns the timer slack file of the calling thread. The kernel provides this file only under {@code /proc/<thread id>}. */
    static Path ofThisThread() throws IOException {
        return Path.of("/proc")
                .resolve(Files.readSymbolicLink(OWN_THREAD).getFileName())
                .resolve("timerslack_ns");
    }
}
