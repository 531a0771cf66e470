// SPDX-License-Identifier: Apache-2.0
package io.loadharness.schedule;

import java.util.function.BiConsumer;

/** Calls methods of the user's system and library on the thread of the run. If such a method throws an exception, the run ends. */
final class Callbacks {

    /** A method call to the user's system or library. */
    interface Callback {
        void call() throws Exception;
    }

    private final BiConsumer<String, Throwable> onFailure;
    private volatile boolean inside;

    /** @param onFailure called with the method name and the exception; ends the run */
    Callbacks(BiConsumer<String, Throwable> onFailure) {
        this.onFailure = onFailure;
    }

    /** Calls a method. If the method throws an exception, the run ends, and this method returns false. */
    boolean call(String name, Callback callback) {
        inside = true;
        try {
            callback.call();
            return true;
        } catch (Throwable e) {
            onFailure.accept(name, e);
            return false;
        } finally {
            inside = false;
        }
    }

    /** Returns true while a callback is running. */
    boolean isInside() {
        return inside;
    }
}
