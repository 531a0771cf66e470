// SPDX-License-Identifier: Apache-2.0
package io.loadharness.http;

import java.time.Duration;

/**
 * How long an exchange may take. Each limit that passes is a {@link io.loadharness.Failure.Kind#TIMEOUT} whose message says which.
 *
 * @param connect to connect, TLS included
 * @param firstByte from the request to the first byte of the answer
 * @param betweenBytes between two reads of the answer
 * @param total from the begin to the end of the exchange
 */
public record TimeLimits(Duration connect, Duration firstByte, Duration betweenBytes, Duration total) {

    /** 10 s to connect, 10 minutes to the first byte, 2 minutes between bytes, 30 minutes in all. */
    public static final TimeLimits DEFAULTS = new TimeLimits(
            Duration.ofSeconds(10), Duration.ofMinutes(10), Duration.ofMinutes(2), Duration.ofMinutes(30));

    public TimeLimits {
        requirePositive("connect", connect);
        requirePositive("firstByte", firstByte);
        requirePositive("betweenBytes", betweenBytes);
        requirePositive("total", total);
    }

    /** The same with another limit to connect. */
    public TimeLimits withConnect(Duration limit) {
        return new TimeLimits(limit, firstByte, betweenBytes, total);
    }

    /** The same with another limit to the first byte. */
    public TimeLimits withFirstByte(Duration limit) {
        return new TimeLimits(connect, limit, betweenBytes, total);
    }

    /** The same with another limit between bytes. */
    public TimeLimits withBetweenBytes(Duration limit) {
        return new TimeLimits(connect, firstByte, limit, total);
    }

    /** The same with another limit in all. */
    public TimeLimits withTotal(Duration limit) {
        return new TimeLimits(connect, firstByte, betweenBytes, limit);
    }

    private static void requirePositive(String name, Duration limit) {
        if (limit.isZero() || limit.isNegative()) {
            throw new IllegalArgumentException("the " + name + " limit must be more than zero: " + limit);
        }
    }
}
