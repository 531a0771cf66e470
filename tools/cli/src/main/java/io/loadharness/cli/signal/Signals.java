// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.signal;

import java.lang.reflect.Proxy;

/**
 * Handlers for signals of the operating system. They use {@code sun.misc.Signal} through reflection, because compilers warn about direct
 * use. If the class is missing, or the signal has another handler, no handler is installed.
 */
public final class Signals {

    private Signals() {}

    /**
     * Runs an action on a separate thread each time the process receives a signal. The action replaces the default action.
     *
     * @param name the name without SIG, for example INT
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
        } catch (ReflectiveOperationException e) {
            // the signal keeps its default action
        }
    }
}
