// SPDX-License-Identifier: Apache-2.0
package io.loadharness.report.servers;

/**
 * The means of the same latency as measured by the client and by the server. The network, gateways and the client cause the gap between the
 * two means.
 *
 * @param client the client's mean (sent), in nanoseconds
 * @param server the server's mean, in nanoseconds
 */
public record ClientServerGap(double client, double server) {

    /**
     * Returns the client's mean minus the server's mean. The result is slightly negative if the server started before the client recorded
     * the send.
     */
    public double difference() {
        return client - server;
    }
}
