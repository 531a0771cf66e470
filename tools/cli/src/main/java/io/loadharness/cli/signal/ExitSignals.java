// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.signal;

import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Ctrl-C and SIGTERM: the first ends the JVM as it always does, so that runs are aborted and reported; the second ends it at once. By
 * itself a JVM that is on its way out does not listen any more.
 */
public final class ExitSignals {

    private static final int INTERRUPTED = 130;
    private static final int TERMINATED = 143;

    private ExitSignals() {}

    /** Listens from now on, for as long as the JVM lives. */
    public static void listen() {
        AtomicBoolean ending = new AtomicBoolean();
        Signals.on("INT", () -> end(INTERRUPTED, ending));
        Signals.on("TERM", () -> end(TERMINATED, ending));
    }

    private static void end(int code, AtomicBoolean ending) {
        if (ending.compareAndSet(false, true)) {
            System.exit(code);
        }
        Runtime.getRuntime().halt(code);
    }
}
