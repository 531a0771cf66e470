// SPDX-License-Identifier: Apache-2.0
package io.loadharness.metrics;

import io.loadharness.inference.Timeline;
import io.loadharness.metrics.TimeSeries.Bin;
import io.loadharness.record.SampleRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;

/** Collects when what happened, and makes a series of it once the length of the run is known. For one thread. */
final class SeriesBuilder {

    /** So that in each bin a percentile says something, and the run has a shape all the same. */
    private static final int SAMPLES_OF_A_BIN = 20;

    private static final int LEAST_BINS = 30;
    private static final int MOST_BINS = 300;

    /** Ticks that a bin may have: a hundredth of a second to an hour. */
    private static final long[] WIDTHS = {
        1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 3000, 6000, 12_000, 30_000, 60_000, 120_000, 360_000
    };

    private final TokenArrivals tokens = new TokenArrivals();
    private final Column due = new Column();
    private final Column failedAt = new Column();
    private final Column sent = new Column();
    private final Column done = new Column();

    void add(SampleRecord sample) {
        due.add(sample.times().scheduled());
        if (!sample.isOk()) {
            failedAt.add(sample.times().told());
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

    /** Makes a series of the part of time between two moments; the group has the answered requests in the same order. */
    TimeSeries between(long from, long to, RequestGroup group) {
        long firstTick = Math.floorDiv(from, TokenArrivals.TICK_NANOS);
        long allTicks = Math.floorDiv(to, TokenArrivals.TICK_NANOS) - firstTick + 1;
        int mostBins = Math.max(LEAST_BINS, Math.min(MOST_BINS, due.size() / SAMPLES_OF_A_BIN));
        long width = LongStream.of(WIDTHS)
                .filter(each -> allTicks <= each * mostBins)
                .findFirst()
                .orElse(ceilDiv(allTicks, mostBins));
        long binNanos = width * TokenArrivals.TICK_NANOS;
        Bins bins = new Bins(firstTick * TokenArrivals.TICK_NANOS, binNanos, (int) ceilDiv(allTicks, width));
        long[] dues = bins.counts(due);
        long[] answers = bins.counts(done);
        long[] failures = bins.counts(failedAt);
        double[] open = bins.open(sent, done);
        long[][] ttft = bins.percentiles(done, group.column(Metric.TTFT));
        long[][] tpot = bins.percentiles(done, group.column(Metric.TPOT));
        long[][] latency = bins.percentiles(done, group.column(Metric.LATENCY));
        List<Bin> made = new ArrayList<>();
        for (int i = 0; i < dues.length; i++) {
            made.add(new Bin(
                    dues[i],
                    answers[i],
                    failures[i],
                    tokens.between(firstTick + i * width, width),
                    open[i],
                    ttft[0][i],
                    ttft[1][i],
                    tpot[0][i],
                    tpot[1][i],
                    latency[0][i],
                    latency[1][i]));
        }
        return new TimeSeries(binNanos, made);
    }
}
