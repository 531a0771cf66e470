package io.loadharness.cli.server;

import io.loadharness.LatencyStatistics;
import java.time.Duration;
import java.util.Arrays;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;

/** Durations that are collected by any number of threads. */
final class Durations {

    private static final double[] PERCENTAGES = {50, 90, 95, 97, 99, 99.9};

    private long[] nanos = new long[1024];
    private int count;

    synchronized void add(long value) {
        if (count == nanos.length) {
            nanos = Arrays.copyOf(nanos, 2 * count);
        }
        nanos[count++] = value;
    }

    /** How they are distributed; empty if there are none. */
    synchronized Optional<LatencyStatistics> statistics() {
        if (count == 0) {
            return Optional.empty();
        }
        long[] sorted = Arrays.copyOf(nanos, count);
        Arrays.sort(sorted);
        NavigableMap<Double, Duration> percentiles = new TreeMap<>();
        for (double each : PERCENTAGES) {
            int rank = (int) Math.ceil(each / 100 * count);
            percentiles.put(each, Duration.ofNanos(sorted[rank - 1]));
        }
        double mean = Arrays.stream(sorted).average().orElseThrow();
        return Optional.of(new LatencyStatistics(
                Duration.ofNanos(sorted[0]),
                Duration.ofNanos(sorted[count - 1]),
                Duration.ofNanos(Math.round(mean)),
                percentiles));
    }
}
