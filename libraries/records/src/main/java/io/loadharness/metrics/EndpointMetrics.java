// SPDX-License-Identifier: Apache-2.0
package io.loadharness.metrics;

import java.util.Map;

/**
 * Metrics of the requests to one endpoint.
 *
 * @param endpoint the name of the endpoint; empty for samples that were never sent
 * @param counts the number of requests by outcome
 * @param distributions the distribution of each metric that has values
 * @param rates the rates over the duration of the whole run; unknown rates are missing
 */
public record EndpointMetrics(
        String endpoint, RequestCounts counts, Map<Metric, Distribution> distributions, Map<Rate, Double> rates) {

    public EndpointMetrics {
        distributions = Map.copyOf(distributions);
        rates = Map.copyOf(rates);
    }
}
