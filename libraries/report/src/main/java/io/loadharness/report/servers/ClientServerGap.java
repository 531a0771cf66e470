// SPDX-License-Identifier: Apache-2.0
package io.loadharness.report.servers;

/**
 * The gap between the mean that the client measured and the mean that the server measured of the same time. The network, gateways and
 * the client itself cause it.
 *
 * @param client the mean that the client measured, from the send, in nanoseconds
 * @param server the mean that the server measured, in nanoseconds
 */
public record ClientServerGap(double client, double server) {

    /** Returns the part that is not the server's; slightly negative if the server started before the client had noted the send. */
    public double difference() {
        return client - server;
    }
}
