// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cluster;

import io.loadharness.Reason;
import io.loadharness.client.ClientLimits;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/**
 * The delays that the connection to a worker adds to the requests of one run. The measured latencies contain these delays, but the server
 * does not cause them. Only one thread may add delays; any thread may read.
 */
final class LinkDelays {

    /**
     * The minimum number of requests above the limit for which the run is client-limited. They must also be at least 1 % of all requests.
     * The same rule applies to other delays of a client.
     */
    private static final long MIN_OBSERVATIONS = 10;

    /** The time at the start of a run in which delays do not count. In this time, a closed loop sends many requests at once. */
    static final long START_NANOS = TimeUnit.MILLISECONDS.toNanos(250);

    private static final double NANOS_PER_MILLI = 1e6;

    private final long limitNanos;
    private volatile long requests;
    private volatile long delayed;
    private volatile long longest;
    private boolean hasStarted;
    private long firstSent;

    /**
     * Creates an object without delays. The limit is the sum of the send delay and the read delay, because the connection delays both the
     * request and the response.
     */
    LinkDelays(ClientLimits limits) {
        limitNanos = nanos(
                limits.sendDelay().compareTo(ClientLimits.NONE.sendDelay()) >= 0
                        ? limits.sendDelay()
                        : limits.sendDelay().plus(limits.readDelay()));
    }

    /** Returns a duration in nanoseconds, at most the maximum of a long. */
    static long nanos(Duration duration) {
        return duration.compareTo(Duration.ofNanos(Long.MAX_VALUE)) > 0 ? Long.MAX_VALUE : duration.toNanos();
    }

    /**
     * Adds a request.
     *
     * @param sent the time at which the request was sent, in {@link System#nanoTime()}
     * @param nanos the delay that the connection to the worker added
     */
    @SuppressWarnings("NonAtomicVolatileUpdate") // only one thread calls this method
    void add(long sent, long nanos) {
        if (!hasStarted) {
            hasStarted = true;
            firstSent = sent;
        }
        if (sent - firstSent < START_NANOS) {
            return;
        }
        requests++;
        if (nanos > limitNanos) {
            delayed++;
            longest = Math.max(longest, nanos);
        }
    }

    /** Returns a reason if the connection was too slow. */
    List<Reason> reasons(String worker) {
        if (delayed < MIN_OBSERVATIONS || delayed * 100 < requests) {
            return List.of();
        }
        return List.of(new Reason(
                        Reason.Code.SLOW_LINK,
                        String.format(
                                Locale.ROOT,
                                "client-limited: the round trip to %s took longer than %.1f ms for %d of %d requests, at"
                                        + " most %.1f ms: the network to it is slow, or one of the two machines is busy",
                                worker,
                                limitNanos / NANOS_PER_MILLI,
                                delayed,
                                requests,
                                longest / NANOS_PER_MILLI))
                .with("limit_ms", limitNanos / NANOS_PER_MILLI)
                .with("delay_ms", longest / NANOS_PER_MILLI));
    }
}
