// SPDX-License-Identifier: Apache-2.0
package io.loadharness.metrics;

import java.util.Map;

/**
 * Metrics of the requests to one endpoint.
 *
 * @param endpoint the name of the endpoint; empty for samples that were never sent
 * @param counts the number of requests by outcome
 * @param distributions the distributions of the known metrics
 * @param rates the known rates in the window of the run
 */
public record EndpointMetrics(
        String endpoint, RequestCounts counts, Map<Metric, Distribution> distributions, Map<Rate, Double> rates) {

    public EndpointMetrics {
        distributions = Map.copyOf(distributions);
        rates = Map.copyOf(rates);
    }
}
