// SPDX-License-Identifier: Apache-2.0
package io.loadharness.internal;

/** The shutdown of the JVM. */
public final class JvmShutdown {

    private static final Thread NO_HOOK = new Thread("no-hook");

    private JvmShutdown() {}

    /** Returns true from before any shutdown hook runs. */
    public static boolean hasBegun() {
        try {
            Runtime.getRuntime().removeShutdownHook(NO_HOOK);
            return false;
        } catch (IllegalStateException e) {
            return true;
        }
    }
}
