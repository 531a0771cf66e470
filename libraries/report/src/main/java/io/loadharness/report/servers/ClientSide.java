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
 * The client's measurements of the requests to some servers.
 *
 * @param counts the request counts; one element for each server, or one element for all servers
 * @param distributions the distributions of a metric; one element for each server, or one element for all servers
 */
record ClientSide(List<RequestCounts> counts, Function<Metric, List<Distribution>> distributions) {

    /** Returns the measurements of all requests. */
    static ClientSide of(RunMetrics metrics) {
        return new ClientSide(List.of(metrics.counts()), metric -> metrics.distribution(metric).stream()
                .toList());
    }

    /** Returns the measurements of the requests to some endpoints. */
    static ClientSide of(RunMetrics metrics, Collection<String> endpoints) {
        List<EndpointMetrics> parts = metrics.endpoints().stream()
                .filter(each -> endpoints.contains(each.endpoint()))
                .toList();
        return new ClientSide(parts.stream().map(EndpointMetrics::counts).toList(), metric -> parts.stream()
                .filter(each -> each.distributions().containsKey(metric))
                .map(each -> each.distributions().get(metric))
                .toList());
    }

    /** Returns the mean of a metric; empty if no request has a value. */
    OptionalDouble mean(Metric metric) {
        List<Distribution> known = distributions.apply(metric);
        long count = known.stream().mapToLong(Distribution::count).sum();
        double sum =
                known.stream().mapToDouble(each -> each.mean() * each.count()).sum();
        return count == 0 ? OptionalDouble.empty() : OptionalDouble.of(sum / count);
    }

    /** Returns the client's value for a server counter; empty if the client does not know this value. */
    OptionalLong count(ServerMetric metric) {
        return switch (metric) {
            case REQUESTS -> sum(RequestCounts::completed);
            case PROMPT_TOKENS -> sum(RequestCounts::inputTokens);
            case GENERATION_TOKENS -> sum(RequestCounts::outputTokens);
            default -> OptionalLong.empty();
        };
    }

    private OptionalLong sum(ToLongFunction<RequestCounts> count) {
        boolean known = !counts.isEmpty() && counts.stream().allMatch(each -> count.applyAsLong(each) >= 0);
        return known ? OptionalLong.of(counts.stream().mapToLong(count).sum()) : OptionalLong.empty();
    }

    /** Returns the number of failed requests. */
    long failed() {
        return counts.stream().mapToLong(RequestCounts::failed).sum();
    }
}
