// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmark.endpoint;

import io.loadharness.inference.Routing;
import io.loadharness.inference.SampleOrder;
import io.loadharness.internal.EqualShares;
import java.util.List;
import java.util.OptionalInt;

/**
 * Rules for the distribution of samples over servers. With workers, there is one backend for each pair of a server and a worker. The
 * backends are sorted by server: all workers of the first server come first.
 *
 * @param routing the rule that selects the server for a sample
 * @param weights the weight of each server; empty if all have the same weight
 * @param concurrency the maximum number of samples or batches in flight at each server. If empty, the number of samples is not limited, and
 *     the number of batches is the number that the server or engine processes at the same time
 * @param isDefaultConcurrency true if the user did not set the concurrency; in this case, an engine can require a different number
 * @param workers the number of workers that share the limits of each server; 1 without workers
 * @param batchSize the maximum number of samples of a query that are sent together
 * @param batchTokens the maximum number of prompt tokens of the samples that are sent together; empty for no limit
 * @param order the send order of the samples of a query
 */
public record Spread(
        Routing routing,
        List<Integer> weights,
        OptionalInt concurrency,
        boolean isDefaultConcurrency,
        int workers,
        int batchSize,
        OptionalInt batchTokens,
        SampleOrder order) {

    /** Copies the weights. */
    public Spread {
        weights = List.copyOf(weights);
    }

    /** Returns the weight of a backend. */
    public int weight(int backend) {
        return weights.isEmpty() ? 1 : weights.get(backend / workers);
    }

    /**
     * Returns the concurrency limit of a backend: an equal share of the limit of its server, and at least 1. If there is a remainder, the
     * limit of the first workers is larger by one.
     *
     * @return empty if the limit of its server is empty
     */
    public OptionalInt concurrency(int backend) {
        if (concurrency.isEmpty()) {
            return concurrency;
        }
        return OptionalInt.of(Math.max(1, EqualShares.of(concurrency.getAsInt(), workers, backend % workers)));
    }
}
