// SPDX-License-Identifier: Apache-2.0
package io.loadharness.report.servers;

import io.loadharness.servermetrics.ServerMetric;

/**
 * What both sides counted of the same thing.
 *
 * @param metric what
 * @param servers what the servers counted within the window
 * @param client what the client counted of requests that were answered
 */
public record Agreement(ServerMetric metric, long servers, long client) {

    private static final double TOLERATED = 0.01;

    /** Whether they are more apart than what is on its way when a window ends explains. */
    public boolean isDoubtful() {
        return Math.abs(servers - client) > TOLERATED * client;
    }
}
