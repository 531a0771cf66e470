// SPDX-License-Identifier: Apache-2.0
package io.loadharness.http;

/**
 * The counters of a transport.
 *
 * @param exchanges the number of exchanges started
 * @param staleRetries the number of requests that were sent again because a kept-alive connection was closed before the first byte of the
 *     response
 * @param overHttp2 the number of responses over HTTP/2
 * @param unexpectedBytes the number of connections closed because they delivered unexpected bytes, for example after a complete response;
 *     always 0 for {@code java.net.http}, which silently discards such bytes and keeps the connection
 * @param connectionWaits the number of requests that waited because all allowed connections were in use
 * @param connectionWaitNanos the total waiting time of these requests in nanoseconds
 */
public record TransportCounts(
        long exchanges,
        long staleRetries,
        long overHttp2,
        long unexpectedBytes,
        long connectionWaits,
        long connectionWaitNanos) {

    /** Returns counters that are the sums of these counters and those of {@code other}. */
    public TransportCounts plus(TransportCounts other) {
        return new TransportCounts(
                exchanges + other.exchanges,
                staleRetries + other.staleRetries,
                overHttp2 + other.overHttp2,
                unexpectedBytes + other.unexpectedBytes,
                connectionWaits + other.connectionWaits,
                connectionWaitNanos + other.connectionWaitNanos);
    }
}
