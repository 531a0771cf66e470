// SPDX-License-Identifier: Apache-2.0
package io.loadharness.schedule;

import io.loadharness.internal.Durations;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Objects;

/** Checks and formats the numbers of schedules. */
final class ScheduleBounds {

    /** The maximum number of samples of a run. Each sample needs 40 bytes. */
    static final long MAX_SAMPLES = 100_000_000;

    static final double NANOS_PER_SECOND = 1e9;

    private static final double MAX_PER_SECOND = 1e7;
    private static final Duration MAX_DURATION = Duration.ofDays(365);

    private ScheduleBounds() {}

    static double rate(String what, double perSecond) {
        if (!(perSecond > 0 && perSecond <= MAX_PER_SECOND)) {
            throw new IllegalArgumentException(what + " must be more than 0 and at most " + text(MAX_PER_SECOND)
                    + " per second: got " + perSecond);
        }
        return perSecond;
    }

    static long samples(long count) {
        if (count < 1 || count > MAX_SAMPLES) {
            throw new IllegalArgumentException(
                    "the number of samples must be between 1 and " + MAX_SAMPLES + ": got " + count);
        }
        return count;
    }

    /** Returns a duration in nanoseconds. The duration must be more than zero and at most 365 days. */
    static long nanos(String what, Duration value) {
        if (nanosOrZero(what, value) == 0) {
            throw new IllegalArgumentException(what + " must be more than zero");
        }
        return value.toNanos();
    }

    /** Returns a duration in nanoseconds. The duration must be between zero and 365 days. */
    static long nanosOrZero(String what, Duration value) {
        Objects.requireNonNull(value, what);
        if (value.isNegative() || value.compareTo(MAX_DURATION) > 0) {
            throw new IllegalArgumentException(
                    what + " must be between zero and 365 days: got " + Durations.text(value));
        }
        return value.toNanos();
    }

    static String text(double number) {
        return BigDecimal.valueOf(number).stripTrailingZeros().toPlainString();
    }

    static String seconds(long nanos) {
        return BigDecimal.valueOf(nanos, 9).stripTrailingZeros().toPlainString() + " s";
    }
}
