// SPDX-License-Identifier: Apache-2.0
package io.loadharness;

import java.time.Duration;
import java.util.Objects;

/** Durations in LoadGen's units, which it counts in 64 bits. */
final class CountedTime {

    private static final Duration MAX_NANOS = Duration.ofNanos(Long.MAX_VALUE);
    private static final Duration MAX_MILLIS = Duration.ofMillis(Long.MAX_VALUE);

    private CountedTime() {}

    /** The nanoseconds of a field. */
    static long nanos(String field, Duration value) {
        return require(field, value, MAX_NANOS).toNanos();
    }

    /** The whole milliseconds of a field. */
    static long millis(String field, Duration value) {
        return require(field, value, MAX_MILLIS).toMillis();
    }

    private static Duration require(String field, Duration value, Duration max) {
        Objects.requireNonNull(value, field);
        if (value.isNegative()) {
            throw new IllegalArgumentException(field + " is negative: " + value);
        }
        if (value.compareTo(max) > 0) {
            throw new IllegalArgumentException(field + " is " + value + " and must be at most " + max);
        }
        return value;
    }
}
