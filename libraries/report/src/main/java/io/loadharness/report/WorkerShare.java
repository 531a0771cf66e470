// SPDX-License-Identifier: Apache-2.0
package io.loadharness.report;

import io.loadharness.internal.EndpointNames;
import io.loadharness.metrics.EndpointMetrics;
import io.loadharness.metrics.Rate;
import io.loadharness.metrics.RunMetrics;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The part of a run that one worker, or one slice, sent to all servers.
 *
 * @param name the name of the worker, such as {@code worker-2}
 * @param rates the rates of completed requests and of output tokens, and the mean number of requests in flight
 */
record WorkerShare(String name, long completed, long failed, long outputTokens, Map<Rate, Double> rates) {

    private static final List<Rate> SUMS =
            List.of(Rate.REQUESTS_PER_SECOND, Rate.OUTPUT_TOKENS_PER_SECOND, Rate.CONCURRENCY);

    /** Returns the shares of all workers, in the order of their numbers; empty if there were no workers. */
    static List<WorkerShare> of(RunMetrics metrics) {
        Map<String, List<EndpointMetrics>> byWorker = new TreeMap<>(EndpointNames.BY_NUMBER);
        for (EndpointMetrics each : metrics.endpoints()) {
            EndpointNames.worker(each.endpoint())
                    .ifPresent(worker -> byWorker.computeIfAbsent(worker, name -> new ArrayList<>())
                            .add(each));
        }
        return byWorker.entrySet().stream()
                .map(each -> sum(each.getKey(), each.getValue()))
                .toList();
    }

    private static WorkerShare sum(String name, List<EndpointMetrics> parts) {
        Map<Rate, Double> rates = new EnumMap<>(Rate.class);
        for (Rate rate : SUMS) {
            if (parts.stream().allMatch(each -> each.rates().containsKey(rate))) {
                rates.put(
                        rate,
                        parts.stream()
                                .mapToDouble(each -> each.rates().get(rate))
                                .sum());
            }
        }
        return new WorkerShare(
                name,
                parts.stream().mapToLong(each -> each.counts().completed()).sum(),
                parts.stream().mapToLong(each -> each.counts().failed()).sum(),
                parts.stream().mapToLong(each -> each.counts().outputTokens()).sum(),
                rates);
    }
}
