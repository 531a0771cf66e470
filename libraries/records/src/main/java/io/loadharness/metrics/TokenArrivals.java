// SPDX-License-Identifier: Apache-2.0
package io.loadharness.metrics;

import io.loadharness.inference.Timeline;
import io.loadharness.record.SampleRecord;
import java.util.Arrays;

/** Counts the tokens received in each tick of 10 ms. Not thread-safe. */
final class TokenArrivals {

    static final long TICK_NANOS = 10_000_000;
    private static final int MAX_TICKS = 100 * 3600 * 24 * 7;

    private double[] ticks = new double[1024];

    void add(SampleRecord sample) {
        Timeline times = sample.times();
        if (times.firstToken() == Timeline.UNKNOWN) {
            add(times.done(), sample.tokens());
            return;
        }
        double each = (double) sample.tokens() / (sample.gaps().length + 1);
        long time = times.firstToken();
        add(time, each);
        for (long gap : sample.gaps()) {
            time += gap;
            add(time, each);
        }
    }

    private void add(long nanos, double tokens) {
        long tick = nanos / TICK_NANOS;
        if (tick < 0 || tick >= MAX_TICKS) {
            return; // tokens after the first week are not counted
        }
        if (tick >= ticks.length) {
            ticks = Arrays.copyOf(ticks, Math.max((int) tick + 1, 2 * ticks.length));
        }
        ticks[(int) tick] += tokens;
    }

    /** Returns the number of tokens received in {@code count} ticks, starting with the given tick. */
    double between(long tick, long count) {
        double sum = 0;
        for (long i = Math.max(0, tick); i < Math.min(ticks.length, tick + count); i++) {
            sum += ticks[(int) i];
        }
        return sum;
    }
}
