package io.loadharness.schedule;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;

/** Time that passes only while a run waits for a moment, or when somebody says so. */
final class FakePacer extends Pacer {

    private final AtomicLong now =
            new AtomicLong(Long.MAX_VALUE - 1000); // about to begin anew, as System.nanoTime may be

    void pass(Duration time) {
        now.addAndGet(time.toNanos());
    }

    @Override
    long now() {
        return now.get();
    }

    @Override
    void await(long moment, BooleanSupplier ending) {
        if (moment - now.get() > 0) {
            now.set(moment);
        }
    }
}
