// SPDX-License-Identifier: Apache-2.0
package io.loadharness.internal;

import java.time.Duration;

/** The state of the JVM shutdown, and a halt without shutdown hooks. */
public final class JvmShutdown {

    private static final Duration FLUSH_LIMIT = Duration.ofSeconds(2);
    private static final Thread NO_HOOK = new Thread("no-hook");

    private JvmShutdown() {}

    /** Returns true if the JVM is shutting down, even before the first shutdown hook runs. */
    public static boolean isInProgress() {
        try {
            Runtime.getRuntime().removeShutdownHook(NO_HOOK);
            return false;
        } catch (IllegalStateException e) {
            return true;
        }
    }

    /**
     * Ends the JVM without its shutdown hooks. First writes what was printed to {@link System#err} and {@link System#out}, but waits at
     * most two seconds for a terminal that accepts no output.
     */
    public static void halt(int status) {
        try {
            LimitedCall.run(
                    "loadharness-flush",
                    () -> {
                        System.err.checkError(); // also waits for streams that write on another thread
                        System.out.checkError();
                    },
                    FLUSH_LIMIT);
        } finally {
            Runtime.getRuntime().halt(status);
        }
    }
}
