// SPDX-License-Identifier: Apache-2.0
package io.loadharness.schedule;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;

/** A clock that advances only while a run waits, or by {@link #pass}. */
final class FakePacer extends Pacer {

    /** A start time just before the overflow of a long, because System.nanoTime may overflow. */
    static final long START = Long.MAX_VALUE - 1000;

    private final AtomicLong now = new AtomicLong(START);

    void pass(Duration time) {
        now.addAndGet(time.toNanos());
    }

    @Override
    long now() {
        return now.get();
    }

    @Override
    public void await(long time, BooleanSupplier ending) {
        if (time - now.get() > 0) {
            now.set(time);
        }
    }
}
