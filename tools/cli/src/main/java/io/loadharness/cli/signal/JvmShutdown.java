package io.loadharness.cli.signal;

/** Whether the JVM was told to exit. */
public final class JvmShutdown {

    private static final Thread NO_HOOK = new Thread("no-hook");

    private JvmShutdown() {}

    /** True before any shutdown hook runs, so whoever sees what a hook has done sees this too. */
    public static boolean hasBegun() {
        try {
            Runtime.getRuntime().removeShutdownHook(NO_HOOK);
            return false;
        } catch (IllegalStateException e) {
            return true;
        }
    }
}
