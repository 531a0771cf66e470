// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmarks;

import java.io.IOException;

/**
 * The CPU time of a load generator, from runs of two sizes: the cost of each request, and the cost of a run without requests.
 *
 * @param startSeconds the CPU time of the start and the reports
 */
record ClientCost(double secondsPerRequest, double startSeconds) {

    private static final double MILLIS = 1e3;
    private static final double MICROS = 1e6;

    /**
     * Computes the costs of the straight line through two runs.
     *
     * @throws IOException if the larger run did not need more CPU time
     */
    static ClientCost of(int fewRequests, double fewSeconds, int manyRequests, double manySeconds) throws IOException {
        if (manySeconds <= fewSeconds) {
            throw new IOException(manyRequests + " requests did not need more CPU time than " + fewRequests
                    + " requests: repeat the benchmark with less load on the machine");
        }
        double slope = (manySeconds - fewSeconds) / (manyRequests - fewRequests);
        return new ClientCost(slope, fewSeconds - fewRequests * slope);
    }

    double millisPerRequest() {
        return MILLIS * secondsPerRequest;
    }

    double microsPerToken() {
        return MICROS * secondsPerRequest / ChatLoad.TOKENS;
    }
}
