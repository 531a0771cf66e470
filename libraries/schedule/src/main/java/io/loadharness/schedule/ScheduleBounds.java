// SPDX-License-Identifier: Apache-2.0
package io.loadharness.schedule;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.Objects;

/** What a schedule may be made of, and how it is said. */
final class ScheduleBounds {

    /** A run keeps 40 bytes for each. */
    static final long MOST_SAMPLES = 100_000_000;

    static final double NANOS_PER_SECOND = 1e9;

    private static final double MOST_PER_SECOND = 1e7;
    private static final Duration LONGEST = Duration.ofDays(365);

    private ScheduleBounds() {}

    static double rate(String what, double perSecond) {
        if (!(perSecond > 0 && perSecond <= MOST_PER_SECOND)) {
            throw new IllegalArgumentException(what + " is " + perSecond
                    + " per second and must be more than 0, at most " + text(MOST_PER_SECOND));
        }
        return perSecond;
    }

    static long samples(long count) {
        if (count < 1 || count > MOST_SAMPLES) {
            throw new IllegalArgumentException(
                    "the number of samples is " + count + " and must be at least 1, at most " + MOST_SAMPLES);
        }
        return count;
    }

    /** More than zero, at most a year, in nanoseconds. */
    static long nanos(String what, Duration value) {
        if (nanosOrNone(what, value) == 0) {
            throw new IllegalArgumentException(what + " is zero and must be more");
        }
        return value.toNanos();
    }

    /** At most a year, in nanoseconds. */
    static long nanosOrNone(String what, Duration value) {
        Objects.requireNonNull(value, what);
        if (value.isNegative() || value.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException(what + " is " + value + " and must be between nothing and a year");
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
