// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.signal;

import io.loadharness.internal.JvmShutdown;
import java.util.function.LongSupplier;

/**
 * Handles Ctrl-C and SIGTERM. The first signal starts a normal shutdown, so that runs are aborted and reported. A signal more than two
 * seconds later exits immediately; without this handler, a JVM ignores signals during shutdown. A signal in between has no effect.
 */
public final class ExitSignals {

    private static final int INTERRUPTED = 130;
    private static final int TERMINATED = 143;

    private ExitSignals() {}

    /** Installs the handlers. They stay installed until the JVM exits. */
    public static void listen() {
        listen(System::nanoTime);
    }

    /** Installs the handlers, with a clock for the time between two signals. */
    static void listen(LongSupplier nanoTime) {
        SignalRule rule = new SignalRule(nanoTime);
        Signals.on("INT", () -> end(INTERRUPTED, rule));
        Signals.on("TERM", () -> end(TERMINATED, rule));
    }

    private static void end(int code, SignalRule rule) {
        switch (rule.received()) {
            case SHUTDOWN -> System.exit(code);
            case HALT -> JvmShutdown.halt(code);
            case NONE -> {}
        }
    }
}
