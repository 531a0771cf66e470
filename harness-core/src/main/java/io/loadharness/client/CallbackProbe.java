// SPDX-License-Identifier: Apache-2.0
package io.loadharness.client;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Watches a thread that takes no tasks from others: its owner says when it calls a listener and when that has returned. A call that
 * lasts longer than the time between two looks is seen; how long a socket was readable is not. One thread enters and leaves.
 */
public final class CallbackProbe extends ReadThread {

    private final AtomicLong passages = new AtomicLong(); // odd while inside
    private int depth; // a listener may make the thread call another one
    private long seenPassages;
    private long seenNanos;

    /** Watches the thread that enters first. */
    public CallbackProbe() {}

    /** The calling thread is about to call a listener. */
    public void enter() {
        isThisThread();
        if (depth++ == 0) {
            step();
        }
    }

    /** The listener has returned. */
    public void leave() {
        if (--depth == 0) {
            step();
        }
    }

    private void step() {
        passages.lazySet(passages.getPlain() + 1);
    }

    @Override
    synchronized void look(long now, long period) {
        long current = passages.get();
        boolean isInside = (current & 1) == 1;
        if (isInside && current == seenPassages) {
            delays().add(now - seenNanos);
        } else {
            delays().add(0);
            seenNanos = now;
        }
        seenPassages = current;
    }

    @Override
    synchronized void settle(long now, long period) {
        seenPassages = 0;
    }
}
