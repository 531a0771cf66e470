// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmark.endpoint;

import io.loadharness.inference.Routing;
import io.loadharness.inference.SampleOrder;
import java.util.List;

/**
 * Rules for the distribution of samples over servers.
 *
 * @param routing the rule that selects the server for a sample
 * @param weights the weight of each server; empty if all have the same weight
 * @param concurrency the maximum number of samples or batches in flight at each server
 * @param batchSize the maximum number of samples of a query in one request
 * @param order the send order of the samples of a query
 */
public record Spread(Routing routing, List<Integer> weights, int concurrency, int batchSize, SampleOrder order) {

    /** The concurrency that means no limit. */
    public static final int UNLIMITED = Integer.MAX_VALUE;

    /** Copies the weights. */
    public Spread {
        weights = List.copyOf(weights);
    }
}
