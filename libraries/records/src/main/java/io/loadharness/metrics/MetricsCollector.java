// SPDX-License-Identifier: Apache-2.0
package io.loadharness.metrics;

import io.loadharness.inference.Timeline;
import io.loadharness.record.SampleRecord;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.SplittableRandom;

/** Computes the metrics of a run from its records. Not thread-safe. */
final class MetricsCollector {

    private static final int MAX_SHOWN = 100;
    private static final int INITIAL_ROWS = 1024;
    private static final long SEED = 20_260_101;

    private final RequestGroup all = RequestGroup.withValues();
    private final Map<String, RequestGroup> endpoints = new LinkedHashMap<>();
    private final Map<String, Integer> endpointNumbers = new HashMap<>();

    /** The number of the endpoint of each completed request; not used while all samples have the same endpoint. */
    private int[] endpointOfRequest = {};

    private final SeriesBuilder series = new SeriesBuilder();
    private final PriorityQueue<SampleRecord> slowest =
            new PriorityQueue<>(Comparator.comparingLong(MetricsCollector::latency));
    private final List<SampleRecord> failed = new ArrayList<>();
    private final List<SampleRecord> chosen = new ArrayList<>();
    private final SplittableRandom random = new SplittableRandom(SEED);
    private long seen;
    private long start = Long.MAX_VALUE;
    private long end = Long.MIN_VALUE;

    void add(SampleRecord sample) {
        addToEndpoint(sample);
        all.add(sample);
        series.add(sample);
        start = Math.min(start, sample.times().scheduled());
        end = Math.max(end, endOf(sample.times()));
        show(sample);
    }

    /**
     * Adds a sample to the group of its endpoint. While all samples have the same endpoint, the group of all requests is also the group of
     * this endpoint. This method must be called before the sample is added to the group of all requests.
     */
    private void addToEndpoint(SampleRecord sample) {
        if (endpoints.isEmpty()) {
            endpoints.put(sample.endpoint(), all);
            endpointNumbers.put(sample.endpoint(), 0);
            return;
        }
        if (endpoints.get(sample.endpoint()) == all) {
            return;
        }
        endpoints.replaceAll((endpoint, group) -> group == all ? new RequestGroup(all) : group);
        endpoints
                .computeIfAbsent(sample.endpoint(), endpoint -> RequestGroup.withoutValues())
                .add(sample);
        int number = endpointNumbers.computeIfAbsent(sample.endpoint(), endpoint -> endpointNumbers.size());
        if (sample.isOk()) {
            int row = Math.toIntExact(all.completed());
            if (row >= endpointOfRequest.length) {
                endpointOfRequest = Arrays.copyOf(endpointOfRequest, Math.max(INITIAL_ROWS, row + (row >> 1)));
            }
            endpointOfRequest[row] = number; // the rows before the first request to a second endpoint keep the number 0
        }
    }

    private static long endOf(Timeline times) {
        return Math.max(times.reported(), times.done());
    }

    private static long latency(SampleRecord sample) {
        return Metric.LATENCY_SCHEDULED.of(sample);
    }

    private void show(SampleRecord sample) {
        if (sample.isOk()) {
            if (slowest.size() < MAX_SHOWN) {
                slowest.add(sample);
            } else if (latency(sample) > latency(slowest.element())) {
                slowest.poll();
                slowest.add(sample);
            }
        } else if (failed.size() < MAX_SHOWN) {
            failed.add(sample);
        }
        seen++;
        if (chosen.size() < MAX_SHOWN) {
            chosen.add(sample);
        } else {
            long index = random.nextLong(seen);
            if (index < MAX_SHOWN) {
                chosen.set((int) index, sample);
            }
        }
    }

    private Map<Metric, Distribution> distributions(String endpoint, RequestGroup group) {
        return group == all
                ? all.distributions()
                : group.distributions(all, endpointOfRequest, Objects.requireNonNull(endpointNumbers.get(endpoint)));
    }

    RunMetrics metrics() {
        long total = all.counts().total();
        long from = total == 0 ? 0 : start;
        long to = total == 0 ? 0 : Math.max(start, end);
        long window = to - from;
        int completed = Math.toIntExact(all.completed());
        if (endpointOfRequest.length < completed) { // all samples since the second endpoint appeared have failed
            endpointOfRequest = Arrays.copyOf(endpointOfRequest, completed);
        }
        List<EndpointMetrics> byEndpoint = new ArrayList<>();
        if (endpoints.size() > 1 || endpoints.containsKey("")) {
            endpoints.forEach((name, group) -> byEndpoint.add(
                    new EndpointMetrics(name, group.counts(), distributions(name, group), group.rates(window))));
        }
        Map<Metric, Distribution> distributions = all.distributions();
        Map<Rate, Double> rates = all.rates(window);
        if (byEndpoint.isEmpty()) {
            endpoints.forEach(
                    (name, group) -> byEndpoint.add(new EndpointMetrics(name, all.counts(), distributions, rates)));
        }
        List<SampleRecord> shown = new ArrayList<>(failed);
        shown.addAll(slowest.stream()
                .sorted(Comparator.comparingLong(MetricsCollector::latency).reversed())
                .toList());
        return new RunMetrics(
                from,
                to,
                all.counts(),
                distributions,
                rates,
                byEndpoint,
                total == 0 ? Optional.empty() : Optional.of(series.between(from, to, all)),
                new Goodput(all, window),
                shown,
                chosen);
    }
}
