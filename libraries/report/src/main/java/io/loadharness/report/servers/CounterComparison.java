// SPDX-License-Identifier: Apache-2.0
package io.loadharness.report.servers;

import io.loadharness.servermetrics.ServerMetric;

/**
 * A counter that both the servers and the client report, with both values.
 *
 * @param metric the counter
 * @param servers the increase that the servers report for the window
 * @param client the value that the client counted, for completed requests
 */
public record CounterComparison(ServerMetric metric, long servers, long client) {

    private static final double TOLERANCE = 0.01;

    /**
     * Returns true if the values differ by more than 1 %. Requests in flight at the start and the end of the window can cause smaller
     * differences.
     */
    public boolean isMismatch() {
        return Math.abs(servers - client) > TOLERANCE * client;
    }
}
