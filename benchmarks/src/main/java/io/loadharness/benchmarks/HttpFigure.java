// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmarks;

import java.util.Locale;
import java.util.OptionalDouble;

/** The figures that {@code bench http} measures for each transport. */
enum HttpFigure {
    REQUESTS_RATIO("Short requests per CPU-second", BenchFigure.RATIO, 0.6, 0.85),
    TTFT_ERROR_US_P50("Time to first token, median error at half load", "µs", 100, 300),
    TTFT_ERROR_US_P99("Time to first token, p99 of the error at half load", "µs", 1000, 3000),
    SSE_PACED_RATIO("Paced events per CPU-second", BenchFigure.RATIO, 0.5, 0.8),
    BYTES_PER_EVENT("Java heap per paced event", "bytes", 200, Double.NaN),
    SSE_BURST_RATIO("Events in bursts per CPU-second", BenchFigure.RATIO, 0.25, 0.5),
    WATCHED_REQUESTS_RATIO(
            "Short requests per CPU-second, with / without recording and display", BenchFigure.RATIO, 0.95, 0.95),
    WATCHED_PACED_RATIO(
            "Paced events per CPU-second, with / without recording and display", BenchFigure.RATIO, 0.95, 0.95),
    STREAMS_HELD("Streams in flight in 1 GiB", "streams", 15_000, 5_000);

    private final String title;
    private final String unit;
    private final double goalOfNetty;
    private final double goalOfJdk;

    HttpFigure(String title, String unit, double goalOfNetty, double goalOfJdk) {
        this.title = title;
        this.unit = unit;
        this.goalOfNetty = goalOfNetty;
        this.goalOfJdk = goalOfJdk;
    }

    String id(HttpSide side) {
        return name().toLowerCase(Locale.ROOT) + "_" + side.label();
    }

    BenchFigure on(HttpSide side) {
        double goal = side == HttpSide.NETTY ? goalOfNetty : goalOfJdk;
        boolean isRatio = unit.equals(BenchFigure.RATIO);
        return new BenchFigure(
                id(side),
                title + ", " + (isRatio && !comparesOnlyOwnClients() ? side.comparison() : side.label()),
                unit,
                Double.isNaN(goal) ? OptionalDouble.empty() : OptionalDouble.of(goal),
                isRatio || this == STREAMS_HELD);
    }

    private boolean comparesOnlyOwnClients() {
        return this == WATCHED_REQUESTS_RATIO || this == WATCHED_PACED_RATIO;
    }
}
