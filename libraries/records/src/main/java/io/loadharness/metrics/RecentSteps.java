// SPDX-License-Identifier: Apache-2.0
package io.loadharness.metrics;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Supplier;

/** The values of the last ten seconds, at most one per second. Not thread-safe. */
final class RecentSteps<T> {

    private static final long STEP_NANOS = Duration.ofSeconds(1).toNanos();
    private static final int STEPS = 10;

    /** A value and its time. */
    record Step<T>(long nanos, T value) {}

    private final Deque<Step<T>> steps = new ArrayDeque<>();

    /** Returns the oldest value, after adding the current value if the newest one is at least a second old. */
    Step<T> oldest(long now, Supplier<T> current) {
        if (steps.isEmpty() || now - steps.getLast().nanos >= STEP_NANOS) {
            steps.add(new Step<>(now, current.get()));
        }
        while (steps.size() > STEPS + 1) {
            steps.remove();
        }
        return steps.getFirst();
    }
}
