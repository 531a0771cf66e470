// SPDX-License-Identifier: Apache-2.0
package io.loadharness.metrics;

import io.loadharness.inference.Timeline;
import io.loadharness.metrics.TimeSeries.Bin;
import io.loadharness.record.SampleRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;

/**
 * Collects the times of samples, and builds a {@link TimeSeries} after the run. Before the end, the width of the bins is unknown, because
 * it depends on the length of the run. Not thread-safe.
 */
final class SeriesBuilder {

    /**
     * Target number of samples per bin. Percentiles need many samples per bin, and changes during the run are visible only in short bins.
     */
    private static final int SAMPLES_PER_BIN = 20;

    private static final int MIN_BINS = 30;
    private static final int MAX_BINS = 300;

    /** Allowed widths of a bin, in ticks of 10 ms: from 10 ms to an hour. */
    private static final long[] WIDTHS = {
        1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 3000, 6000, 12_000, 30_000, 60_000, 120_000, 360_000
    };

    private final TokenArrivals tokens = new TokenArrivals();
    private final Column scheduled = new Column();
    private final Column failedAt = new Column();
    private final Column sent = new Column();
    private final Column done = new Column();

    void add(SampleRecord sample) {
        scheduled.add(sample.times().scheduled());
        if (!sample.isOk()) {
            failedAt.add(sample.times().reported());
            return;
        }
        Timeline times = sample.times();
        sent.add(times.sent() == Timeline.UNKNOWN ? times.issued() : times.sent());
        done.add(times.done());
        tokens.add(sample);
    }

    private static long ceilDiv(long what, long by) {
        return (what + by - 1) / by;
    }

    /** Builds the series between two times. The group must contain the same completed requests as this builder, in the same order. */
    TimeSeries between(long from, long to, RequestGroup group) {
        long firstTick = Math.floorDiv(from, TokenArrivals.TICK_NANOS);
        long allTicks = Math.floorDiv(to, TokenArrivals.TICK_NANOS) - firstTick + 1;
        int maxBins = Math.max(MIN_BINS, Math.min(MAX_BINS, scheduled.size() / SAMPLES_PER_BIN));
        long width = LongStream.of(WIDTHS)
                .filter(each -> allTicks <= each * maxBins)
                .findFirst()
                .orElse(ceilDiv(allTicks, maxBins));
        long binNanos = width * TokenArrivals.TICK_NANOS;
        long start = firstTick * TokenArrivals.TICK_NANOS;
        TimeBins bins = new TimeBins(start, binNanos, (int) ceilDiv(allTicks, width));
        long[] scheduledCounts = bins.counts(scheduled);
        long[] completions = bins.counts(done);
        long[] failures = bins.counts(failedAt);
        double[] inFlight = bins.inFlight(sent, done);
        long[][] ttft = bins.percentiles(done, group.column(Metric.TTFT));
        long[][] tpot = bins.percentiles(done, group.column(Metric.TPOT));
        long[][] latency = bins.percentiles(done, group.column(Metric.LATENCY));
        List<Bin> series = new ArrayList<>();
        for (int i = 0; i < scheduledCounts.length; i++) {
            series.add(new Bin(
                    scheduledCounts[i],
                    completions[i],
                    failures[i],
                    tokens.between(firstTick + i * width, width),
                    inFlight[i],
                    ttft[0][i],
                    ttft[1][i],
                    tpot[0][i],
                    tpot[1][i],
                    latency[0][i],
                    latency[1][i]));
        }
        return new TimeSeries(start, binNanos, series);
    }
}
