// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.signal;

import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Handles Ctrl-C and SIGTERM. The first signal starts a normal shutdown, so that runs are aborted and reported. The second signal exits at
 * once; without this handler, a JVM ignores signals during shutdown.
 */
public final class ExitSignals {

    private static final int INTERRUPTED = 130;
    private static final int TERMINATED = 143;

    private ExitSignals() {}

    /** Installs the handlers. They stay installed until the JVM exits. */
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
