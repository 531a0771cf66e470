// SPDX-License-Identifier: Apache-2.0
package io.loadharness.client;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Measures the delays of a thread that reads responses, if no task can be submitted to this thread. The owner of the thread calls
 * {@link #enter} before a listener call and {@link #leave} after it. The probe detects only calls that last longer than
 * {@link ClientHealthMonitor#PERIOD}. It does not measure how long data waited in a socket. {@code enter} and {@code leave} must be called
 * on one thread only.
 */
public final class CallbackProbe extends ReadThread {

    private final AtomicLong transitions = new AtomicLong(); // odd during a call
    private int depth; // a listener may call another listener
    private long lastTransitions;
    private long lastChangeNanos;

    /** Creates a probe. The first thread that calls {@link #enter} becomes the thread of the probe. */
    public CallbackProbe() {}

    /** Called by the thread immediately before it calls a listener. */
    public void enter() {
        markCurrentThread();
        if (depth++ == 0) {
            step();
        }
    }

    /** Called by the thread when the listener has returned. */
    public void leave() {
        if (--depth == 0) {
            step();
        }
    }

    private void step() {
        transitions.lazySet(transitions.getPlain() + 1);
    }

    @Override
    synchronized void poll(long now, long period) {
        long current = transitions.get();
        boolean isInside = (current & 1) == 1;
        if (isInside && current == lastTransitions) {
            delays().add(now - lastChangeNanos);
        } else {
            delays().add(0);
            lastChangeNanos = now;
        }
        lastTransitions = current;
    }

    @Override
    synchronized void finish(long now, long period) {
        lastTransitions = 0;
    }
}
