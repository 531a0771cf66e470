// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmark;

import io.loadharness.LoadPlan;
import io.loadharness.benchmark.endpoint.DialectSearch;
import io.loadharness.benchmark.endpoint.Endpoints;
import io.loadharness.benchmark.endpoint.Spread;
import io.loadharness.http.Dialect;
import io.loadharness.report.Quantity;
import java.util.Optional;

/** Describes how servers receive the batches of a run. */
final class BatchSentence {

    private BatchSentence() {}

    /**
     * Returns one sentence; empty if the samples are not sent in batches.
     *
     * @param dialect the dialect of the servers; empty if it is not known yet
     */
    static Optional<String> of(Spread spread, Endpoints endpoints, Optional<Dialect> dialect, Optional<LoadPlan> plan) {
        if (spread.batchSize() == 1) {
            return Optional.empty();
        }
        String requests = ", in requests of at most " + Quantity.count(endpoints.maxRequestPrompts()) + " prompts and "
                + Quantity.count(endpoints.maxRequestBytes()) + " bytes that are in flight at the same time";
        String together = dialect.isPresent()
                ? requests
                : requests + "; one sample per request if the dialect accepts one prompt";
        return Optional.of("Batches: up to " + size(spread, plan)
                + dialect.filter(each -> !each.supportsMultiplePrompts())
                        .map(each -> ", each sample in its own request, because the dialect "
                                + DialectSearch.nameOf(each) + " accepts one prompt per request")
                        .orElse(together));
    }

    private static String size(Spread spread, Optional<LoadPlan> plan) {
        String tokens = spread.batchTokens().isPresent()
                ? Quantity.count(spread.batchTokens().getAsInt()) + " prompt tokens"
                : "";
        if (spread.batchSize() == Integer.MAX_VALUE) {
            return tokens;
        }
        long planned = plan.map(each -> each.samples().orElse(Long.MAX_VALUE)).orElse(Long.MAX_VALUE);
        String samples = Quantity.count(Math.min(spread.batchSize(), planned)) + " samples";
        return tokens.isEmpty() ? samples : samples + " and " + tokens;
    }
}
