// SPDX-License-Identifier: Apache-2.0
package io.loadharness;

import io.loadharness.internal.Durations;
import java.time.Duration;
import java.util.Objects;

/** Converts durations to LoadGen's 64-bit integers. */
final class LoadGenDurations {

    private static final Duration MAX_NANOS = Duration.ofNanos(Long.MAX_VALUE);
    private static final Duration MAX_MILLIS = Duration.ofMillis(Long.MAX_VALUE);

    private LoadGenDurations() {}

    /** Returns the value of a field in nanoseconds. */
    static long nanos(String field, Duration value) {
        return require(field, value, MAX_NANOS).toNanos();
    }

    /** Returns the value of a field in milliseconds, rounded down. */
    static long millis(String field, Duration value) {
        return require(field, value, MAX_MILLIS).toMillis();
    }

    private static Duration require(String field, Duration value, Duration max) {
        Objects.requireNonNull(value, field);
        if (value.isNegative()) {
            throw new IllegalArgumentException(field + " must not be negative: got " + Durations.text(value));
        }
        if (value.compareTo(max) > 0) {
            throw new IllegalArgumentException(
                    field + " must be at most " + Durations.text(max) + ": got " + Durations.text(value));
        }
        return value;
    }
}
