// SPDX-License-Identifier: Apache-2.0
package io.loadharness.metrics;

import java.util.Map;

/**
 * What was measured of the requests that one endpoint got.
 *
 * @param endpoint its name; empty for samples that were never sent
 * @param counts what became of them
 * @param distributions of what is known
 * @param rates over the window of the run
 */
public record EndpointMetrics(
        String endpoint, RequestCounts counts, Map<Metric, Distribution> distributions, Map<Rate, Double> rates) {

    public EndpointMetrics {
        distributions = Map.copyOf(distributions);
        rates = Map.copyOf(rates);
    }
}
