// SPDX-License-Identifier: Apache-2.0
package io.loadharness.client;

import org.jspecify.annotations.Nullable;

/**
 * A thread of a transport that reads answers, as a watch sees it. While a run goes on, one thread asks it again and again how it gets
 * on. Implemented by {@link LoopProbe} and {@link CallbackProbe}.
 */
public abstract sealed class ReadThread permits LoopProbe, CallbackProbe {

    private final DelayCounts delays = new DelayCounts();
    private volatile @Nullable Thread thread;

    ReadThread() {}

    /** Begins or goes on to look. Called by the watch every {@code period} while samples are outstanding. */
    abstract void look(long now, long period);

    /** Counts what is still waiting; nothing is asked until the next look. */
    abstract void settle(long now, long period);

    final DelayCounts delays() {
        return delays;
    }

    /** Returns the thread; null until it was seen. */
    final @Nullable Thread thread() {
        return thread;
    }

    final void isThisThread() {
        Thread current = Thread.currentThread();
        if (thread != current) {
            thread = current;
        }
    }
}
