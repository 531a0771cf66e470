// SPDX-License-Identifier: Apache-2.0
package io.loadharness.schedule;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;

/** Time that passes only while a run waits for a moment, or when somebody says so. */
final class FakePacer extends Pacer {

    /** About to begin anew, as System.nanoTime may be. */
    static final long BEGIN = Long.MAX_VALUE - 1000;

    private final AtomicLong now = new AtomicLong(BEGIN);

    void pass(Duration time) {
        now.addAndGet(time.toNanos());
    }

    @Override
    long now() {
        return now.get();
    }

    @Override
    public void await(long moment, BooleanSupplier ending) {
        if (moment - now.get() > 0) {
            now.set(moment);
        }
    }
}
