// SPDX-License-Identifier: Apache-2.0
package io.loadharness.client;

import org.jspecify.annotations.Nullable;

/**
 * A thread of a transport that reads responses. During a run, a monitor measures the delays of this thread periodically. Implemented by
 * {@link LoopProbe} and {@link CallbackProbe}.
 */
public abstract sealed class ReadThread permits LoopProbe, CallbackProbe {

    private final DelayHistogram delays = new DelayHistogram();
    private volatile @Nullable Thread thread;

    ReadThread() {}

    /** Measures the delay. Called by the monitor every {@code period} while samples are in flight. */
    abstract void poll(long now, long period);

    /** Adds the delay of an unfinished measurement and stops measuring until the next poll. */
    abstract void finish(long now, long period);

    final DelayHistogram delays() {
        return delays;
    }

    /** Returns the thread; null before the first measurement. */
    final @Nullable Thread thread() {
        return thread;
    }

    /** Sets the calling thread as the thread of this probe. */
    final void markCurrentThread() {
        Thread current = Thread.currentThread();
        if (thread != current) {
            thread = current;
        }
    }
}
