// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmark.endpoint;

import io.loadharness.inference.Routing;
import io.loadharness.inference.SampleOrder;
import java.util.List;

/**
 * The rules by which samples are distributed over servers.
 *
 * @param routing chooses the server of a sample
 * @param weights one for each server; empty if all have the same weight
 * @param concurrency the maximum number of samples or batches in flight at each server
 * @param batchSize the maximum number of samples of a query that are sent together
 * @param order of the samples of a query
 */
public record Spread(Routing routing, List<Integer> weights, int concurrency, int batchSize, SampleOrder order) {

    /** No limit to what is in flight at a server. */
    public static final int UNLIMITED = Integer.MAX_VALUE;

    /** Copies the weights. */
    public Spread {
        weights = List.copyOf(weights);
    }
}
