// SPDX-License-Identifier: Apache-2.0
package io.loadharness.schedule;

import java.time.Duration;
import java.util.Arrays;

/** How many samples a system that had more than it could bear has answered per second. */
final class Saturation {

    private static final long WINDOW = Duration.ofMillis(500).toNanos();
    private static final double HUNDRED = 100;

    private Saturation() {}

    /**
     * A percentile of the rates in each half second until the last answer. The half second that the last answer cuts short does not
     * count, unless there is no other.
     *
     * @param ends when samples were answered, at least one
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
