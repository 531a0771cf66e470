// SPDX-License-Identifier: Apache-2.0
package io.loadharness.metrics;

import io.loadharness.record.RecordReader;
import io.loadharness.record.RecordSource;
import io.loadharness.record.SampleRecord;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * The metrics of a run. Latencies and token counts cover only completed requests.
 *
 * <pre>{@code
 * try (RecordReader records = RecordReader.open(Path.of("run/records.cbor"))) {
 *     RunMetrics metrics = RunMetrics.of(records);
 *     System.out.println(metrics.rates().get(Rate.REQUESTS_PER_SECOND));
 * }
 * }</pre>
 *
 * @param startNanos the first scheduled start, in nanoseconds since the start of the recording; 0 without samples
 * @param endNanos the last end of a sample, in nanoseconds since the start of the recording; 0 without samples
 * @param counts the number of samples by outcome
 * @param distributions the distribution of each metric that has values
 * @param rates the rates of the run; unknown rates are missing
 * @param endpoints the metrics of each endpoint, in the order in which their first requests ended
 * @param series the metrics of the run over time; empty without samples
 * @param goodput the goodput calculator of this run
 * @param slowest up to 100 failed requests, followed by the 100 completed requests with the highest latency (scheduled), the slowest first
 * @param chosen a reproducible random selection of up to 100 samples
 */
public record RunMetrics(
        long startNanos,
        long endNanos,
        RequestCounts counts,
        Map<Metric, Distribution> distributions,
        Map<Rate, Double> rates,
        List<EndpointMetrics> endpoints,
        Optional<TimeSeries> series,
        Goodput goodput,
        List<SampleRecord> slowest,
        List<SampleRecord> chosen) {

    public RunMetrics {
        Objects.requireNonNull(counts, "counts");
        distributions = Map.copyOf(distributions);
        rates = Map.copyOf(rates);
        endpoints = List.copyOf(endpoints);
        Objects.requireNonNull(series, "series");
        Objects.requireNonNull(goodput, "goodput");
        slowest = List.copyOf(slowest);
        chosen = List.copyOf(chosen);
    }

    /** Computes the metrics of all remaining records of a source, such as a {@link RecordReader}. */
    public static RunMetrics of(RecordSource records) throws IOException {
        MetricsCollector collector = new MetricsCollector();
        for (SampleRecord each = records.next(); each != null; each = records.next()) {
            collector.add(each);
        }
        return collector.metrics();
    }

    /** Computes the metrics of all remaining records of several recordings. Times count from the start of the first recording. */
    public static RunMetrics of(List<RecordReader> recordings) throws IOException {
        MetricsCollector collector = new MetricsCollector();
        for (RecordReader records : recordings) {
            long delay = Duration.between(
                            recordings.get(0).header().started(),
                            records.header().started())
                    .toNanos();
            for (SampleRecord each = records.next(); each != null; each = records.next()) {
                collector.add(each.delayedBy(delay));
            }
        }
        return collector.metrics();
    }

    /** Returns the distribution of a metric; empty if the metric is unknown for all requests. */
    public Optional<Distribution> distribution(Metric metric) {
        return Optional.ofNullable(distributions.get(metric));
    }
}
