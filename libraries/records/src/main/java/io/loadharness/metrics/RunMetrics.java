// SPDX-License-Identifier: Apache-2.0
package io.loadharness.metrics;

import io.loadharness.record.RecordReader;
import io.loadharness.record.SampleRecord;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * What a run measured. Latencies and tokens are of the requests that were answered, and of no other.
 *
 * @param beginNanos when the first sample was due, since the recording began; 0 if there is none
 * @param endNanos when the last sample ended, since the recording began
 * @param counts what became of the samples
 * @param distributions of what is known
 * @param rates of what is known
 * @param endpoints the same for each endpoint, in the order in which they first answered
 * @param series how the run went over time; empty if there is no sample
 * @param goods for each answered request, what goodput is judged by
 * @param slowest the slowest answered requests and the failed ones, up to a hundred each
 * @param chosen some samples, chosen at random and always the same ones
 */
public record RunMetrics(
        long beginNanos,
        long endNanos,
        RequestCounts counts,
        Map<Metric, Distribution> distributions,
        Map<Rate, Double> rates,
        List<EndpointMetrics> endpoints,
        Optional<TimeSeries> series,
        Goodput goods,
        List<SampleRecord> slowest,
        List<SampleRecord> chosen) {

    public RunMetrics {
        Objects.requireNonNull(counts, "counts");
        distributions = Map.copyOf(distributions);
        rates = Map.copyOf(rates);
        endpoints = List.copyOf(endpoints);
        Objects.requireNonNull(series, "series");
        Objects.requireNonNull(goods, "goods");
        slowest = List.copyOf(slowest);
        chosen = List.copyOf(chosen);
    }

    /** Reads all records that are left in a reader. */
    public static RunMetrics of(RecordReader records) throws IOException {
        MetricsCollector collector = new MetricsCollector();
        for (SampleRecord each = records.next(); each != null; each = records.next()) {
            collector.add(each);
        }
        return collector.metrics();
    }

    /** How a metric is distributed; empty if it is known of no request. */
    public Optional<Distribution> distribution(Metric metric) {
        return Optional.ofNullable(distributions.get(metric));
    }
}
