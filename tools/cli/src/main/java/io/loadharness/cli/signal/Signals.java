// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.signal;

import java.lang.reflect.Proxy;

/**
 * Signals of the operating system, by {@code sun.misc.Signal}, which every JDK has and no compiler wants to be named. Where it is missing, or
 * a signal belongs to somebody else, nothing is heard.
 */
public final class Signals {

    private Signals() {}

    /**
     * Has something done at each signal, on a thread of its own, instead of what is usually done.
     *
     * @param name without SIG, as in INT
     */
    public static void on(String name, Runnable action) {
        try {
            Class<?> signal = Class.forName("sun.misc.Signal");
            Class<?> handler = Class.forName("sun.misc.SignalHandler");
            Object listener = Proxy.newProxyInstance(
                    Signals.class.getClassLoader(), new Class<?>[] {handler}, (proxy, method, arguments) -> {
                        if (method.getName().equals("handle")) {
                            action.run();
                        }
                        return null;
                    });
            signal.getMethod("handle", signal, handler)
                    .invoke(null, signal.getConstructor(String.class).newInstance(name), listener);
        } catch (ReflectiveOperationException notToBeHeard) {
            // then the signal does what it does
        }
    }
}
