// SPDX-License-Identifier: Apache-2.0
package io.loadharness.schedule;

import java.util.function.BiConsumer;

/** Calls what the user wrote, on the thread of the run. What that throws ends the run. */
final class Callbacks {

    /** A call of a method of the user. */
    interface Callback {
        void call() throws Exception;
    }

    private final BiConsumer<String, Throwable> onFailure;
    private volatile boolean inside;

    /** @param onFailure ends the run because a method threw */
    Callbacks(BiConsumer<String, Throwable> onFailure) {
        this.onFailure = onFailure;
    }

    /** Calls; false if that has ended the run. */
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

    /** Whether one has not returned yet. */
    boolean isInside() {
        return inside;
    }
}
