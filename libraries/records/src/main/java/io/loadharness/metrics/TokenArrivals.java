// SPDX-License-Identifier: Apache-2.0
package io.loadharness.metrics;

import io.loadharness.inference.Timeline;
import io.loadharness.record.SampleRecord;
import java.util.Arrays;

/** Counts tokens by when they came, a hundred times a second. For one thread. */
final class TokenArrivals {

    static final long TICK_NANOS = 10_000_000;
    private static final int MOST_TICKS = 100 * 3600 * 24 * 7;

    private double[] ticks = new double[1024];

    void add(SampleRecord sample) {
        Timeline times = sample.times();
        if (times.firstToken() == Timeline.UNKNOWN) {
            add(times.done(), sample.tokens());
            return;
        }
        double each = (double) sample.tokens() / (sample.gaps().length + 1);
        long moment = times.firstToken();
        add(moment, each);
        for (long gap : sample.gaps()) {
            moment += gap;
            add(moment, each);
        }
    }

    private void add(long nanos, double tokens) {
        long tick = nanos / TICK_NANOS;
        if (tick < 0 || tick >= MOST_TICKS) {
            return; // a week after its beginning no run is watched so closely
        }
        if (tick >= ticks.length) {
            ticks = Arrays.copyOf(ticks, Math.max((int) tick + 1, 2 * ticks.length));
        }
        ticks[(int) tick] += tokens;
    }

    /** How many came from a tick on, for so many ticks. */
    double between(long tick, long count) {
        double sum = 0;
        for (long i = Math.max(0, tick); i < Math.min(ticks.length, tick + count); i++) {
            sum += ticks[(int) i];
        }
        return sum;
    }
}
