// SPDX-License-Identifier: Apache-2.0
package io.loadharness.schedule;

import java.time.Duration;
import java.util.Arrays;

/** Calculates the throughput of an overloaded system. */
final class Saturation {

    private static final long WINDOW = Duration.ofMillis(500).toNanos();
    private static final double HUNDRED = 100;
    private static final int EDGES = 10;

    private Saturation() {}

    /**
     * Returns the completions per second between the first and the last tenth of the completions. The others are completed while the
     * system is fully loaded.
     *
     * @param ends the completion times in nanoseconds since the start of the run, at least one
     */
    static double rate(long[] ends) {
        long[] sorted = ends.clone();
        Arrays.sort(sorted);
        int edge = sorted.length / EDGES;
        return Backlog.throughput(sorted, sorted[edge], sorted[sorted.length - 1 - edge])
                .orElse(ends.length * ScheduleBounds.NANOS_PER_SECOND / Math.max(1, sorted[sorted.length - 1]));
    }

    /**
     * Divides the run into windows of half a second and returns a percentile of their completion rates, in samples per second. The
     * incomplete last window is ignored, unless it is the only window.
     *
     * @param ends the completion times in nanoseconds since the start of the run, at least one
     */
    static double rate(long[] ends, double percentile) {
        long last = Math.max(1, Arrays.stream(ends).max().orElseThrow());
        int windows = (int) (last / WINDOW);
        if (windows == 0) {
            return ends.length * ScheduleBounds.NANOS_PER_SECOND / last;
        }
        long[] counts = new long[windows];
        for (long end : ends) {
            int window = (int) (end / WINDOW);
            if (window < windows) {
                counts[window]++;
            }
        }
        Arrays.sort(counts);
        long count = counts[Math.min(windows - 1, (int) (windows * percentile / HUNDRED))];
        return Math.max(1, count) * ScheduleBounds.NANOS_PER_SECOND / WINDOW;
    }
}
