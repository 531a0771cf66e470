// SPDX-License-Identifier: Apache-2.0
package io.loadharness.internal;

/** The state of the JVM shutdown. */
public final class JvmShutdown {

    private static final Thread NO_HOOK = new Thread("no-hook");

    private JvmShutdown() {}

    /** Returns true if the JVM is shutting down, also before the first shutdown hook runs. */
    public static boolean isInProgress() {
        try {
            Runtime.getRuntime().removeShutdownHook(NO_HOOK);
            return false;
        } catch (IllegalStateException e) {
            return true;
        }
    }
}
