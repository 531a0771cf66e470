// SPDX-License-Identifier: Apache-2.0
package io.loadharness.http;

/**
 * What a transport did.
 *
 * @param exchanges how many it began
 * @param staleRetries how many it sent once more because a kept connection was closed before the first byte of the answer
 * @param overHttp2 how many were answered over HTTP/2
 * @param strayBytes how many connections it closed because they brought bytes that nobody had asked for, behind an answer for
 *     instance; {@code java.net.http} throws such bytes away, goes on with the connection and does not tell
 * @param connectionWaits how many waited because all connections that they may have were in use
 * @param connectionWaitNanos how long those waited, all together
 */
public record TransportCounts(
        long exchanges,
        long staleRetries,
        long overHttp2,
        long strayBytes,
        long connectionWaits,
        long connectionWaitNanos) {

    /** Both together. */
    public TransportCounts plus(TransportCounts other) {
        return new TransportCounts(
                exchanges + other.exchanges,
                staleRetries + other.staleRetries,
                overHttp2 + other.overHttp2,
                strayBytes + other.strayBytes,
                connectionWaits + other.connectionWaits,
                connectionWaitNanos + other.connectionWaitNanos);
    }
}
