// SPDX-License-Identifier: Apache-2.0
package io.loadharness.http;

import io.loadharness.internal.Durations;
import java.time.Duration;

/**
 * The time limits of an exchange. An exchange that exceeds a limit fails with {@link io.loadharness.Failure.Kind#TIMEOUT}; the message
 * gives the limit.
 *
 * <pre>{@code
 * TimeLimits limits = TimeLimits.DEFAULTS.withFirstByte(Duration.ofSeconds(30));
 * }</pre>
 *
 * @param connect the time to connect, including the TLS handshake
 * @param firstByte the time from the request to the first byte of the response
 * @param betweenBytes the time between two reads of the response
 * @param total the time from the start to the end of the exchange
 */
public record TimeLimits(Duration connect, Duration firstByte, Duration betweenBytes, Duration total) {

    /** The defaults: 10 s to connect, 10 minutes to the first byte, 2 minutes between bytes, 30 minutes in total. */
    public static final TimeLimits DEFAULTS = new TimeLimits(
            Duration.ofSeconds(10), Duration.ofMinutes(10), Duration.ofMinutes(2), Duration.ofMinutes(30));

    public TimeLimits {
        requirePositive("connect", connect);
        requirePositive("firstByte", firstByte);
        requirePositive("betweenBytes", betweenBytes);
        requirePositive("total", total);
    }

    /** Returns a copy with another limit for connecting. */
    public TimeLimits withConnect(Duration limit) {
        return new TimeLimits(limit, firstByte, betweenBytes, total);
    }

    /** Returns a copy with another limit for the first byte. */
    public TimeLimits withFirstByte(Duration limit) {
        return new TimeLimits(connect, limit, betweenBytes, total);
    }

    /** Returns a copy with another limit between bytes. */
    public TimeLimits withBetweenBytes(Duration limit) {
        return new TimeLimits(connect, firstByte, limit, total);
    }

    /** Returns a copy with another total limit. */
    public TimeLimits withTotal(Duration limit) {
        return new TimeLimits(connect, firstByte, betweenBytes, limit);
    }

    private static void requirePositive(String name, Duration limit) {
        if (limit.isZero() || limit.isNegative()) {
            throw new IllegalArgumentException("the " + name + " limit must be positive: got " + Durations.text(limit));
        }
    }
}
