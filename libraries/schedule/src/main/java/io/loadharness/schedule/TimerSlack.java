// SPDX-License-Identifier: Apache-2.0
package io.loadharness.schedule;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** By how much Linux may wake a thread up late, so that it wakes up several at once: by 50 µs, unless the thread says otherwise. */
final class TimerSlack {

    private static final Path OWN_THREAD = Path.of("/proc/thread-self");
    private static final String LEAST_NANOS = "1";

    private TimerSlack() {}

    /** Has the calling thread woken up as soon as can be from now on. Where the system knows no such thing, nothing changes. */
    static void least() {
        try {
            Files.writeString(ofThisThread(), LEAST_NANOS);
        } catch (IOException e) {
            // then it is as late as it always is
        }
    }

    /** Of a thread only its owner's file says it, and that is found under the number of any thread. */
    static Path ofThisThread() throws IOException {
        return Path.of("/proc")
                .resolve(Files.readSymbolicLink(OWN_THREAD).getFileName())
                .resolve("timerslack_ns");
    }
}
