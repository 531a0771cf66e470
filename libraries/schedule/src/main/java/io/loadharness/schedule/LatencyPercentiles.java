// SPDX-License-Identifier: Apache-2.0
package io.loadharness.schedule;

import io.loadharness.LatencyStatistics;
import java.time.Duration;
import java.util.Arrays;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;

/** Computes exact statistics of durations. */
final class LatencyPercentiles {

    private static final double[] PERCENTAGES = {50, 90, 95, 97, 99, 99.9};

    private LatencyPercentiles() {}

    /** Sorts the array and returns its statistics. Empty if the array is empty. Percentiles are defined as in LoadGen. */
    static Optional<LatencyStatistics> of(long[] nanos) {
        if (nanos.length == 0) {
            return Optional.empty();
        }
        Arrays.sort(nanos);
        NavigableMap<Double, Duration> percentiles = new TreeMap<>();
        for (double percentage : PERCENTAGES) {
            percentiles.put(percentage, Duration.ofNanos(nanos[(int) (nanos.length * (percentage / 100))]));
        }
        return Optional.of(new LatencyStatistics(
                Duration.ofNanos(nanos[0]),
                Duration.ofNanos(nanos[nanos.length - 1]),
                Duration.ofNanos((long) Arrays.stream(nanos).average().orElseThrow()),
                percentiles));
    }
}
