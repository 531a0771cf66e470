// SPDX-License-Identifier: Apache-2.0
package io.loadharness.report.servers;

import io.loadharness.metrics.Distribution;
import io.loadharness.metrics.EndpointMetrics;
import io.loadharness.metrics.Metric;
import io.loadharness.metrics.RequestCounts;
import io.loadharness.metrics.RunMetrics;
import io.loadharness.servermetrics.ServerMetric;
import java.util.Collection;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.function.ToLongFunction;

/**
 * What the client measured of the requests that some servers got.
 *
 * @param counts what became of them, a part for each server or one for all
 * @param times how the values of a metric are distributed, likewise
 */
record ClientSide(List<RequestCounts> counts, Function<Metric, List<Distribution>> times) {

    /** Of all requests. */
    static ClientSide of(RunMetrics metrics) {
        return new ClientSide(List.of(metrics.counts()), metric -> metrics.distribution(metric).stream()
                .toList());
    }

    /** Of those that went to some endpoints. */
    static ClientSide of(RunMetrics metrics, Collection<String> endpoints) {
        List<EndpointMetrics> parts = metrics.endpoints().stream()
                .filter(each -> endpoints.contains(each.endpoint()))
                .toList();
        return new ClientSide(parts.stream().map(EndpointMetrics::counts).toList(), metric -> parts.stream()
                .filter(each -> each.distributions().containsKey(metric))
                .map(each -> each.distributions().get(metric))
                .toList());
    }

    /** The mean of a metric; empty if it is known of no request. */
    OptionalDouble mean(Metric metric) {
        List<Distribution> known = times.apply(metric);
        long count = known.stream().mapToLong(Distribution::count).sum();
        double sum =
                known.stream().mapToDouble(each -> each.mean() * each.count()).sum();
        return count == 0 ? OptionalDouble.empty() : OptionalDouble.of(sum / count);
    }

    /** What the client counted of what servers count too; empty if it does not know. */
    OptionalLong count(ServerMetric metric) {
        return switch (metric) {
            case REQUESTS -> sum(RequestCounts::answered);
            case PROMPT_TOKENS -> sum(RequestCounts::inputTokens);
            case GENERATION_TOKENS -> sum(RequestCounts::outputTokens);
            default -> OptionalLong.empty();
        };
    }

    private OptionalLong sum(ToLongFunction<RequestCounts> count) {
        boolean known = !counts.isEmpty() && counts.stream().allMatch(each -> count.applyAsLong(each) >= 0);
        return known ? OptionalLong.of(counts.stream().mapToLong(count).sum()) : OptionalLong.empty();
    }

    /** How many requests failed. */
    long failed() {
        return counts.stream().mapToLong(RequestCounts::failed).sum();
    }
}
