// SPDX-License-Identifier: Apache-2.0
package io.loadharness.simulator;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.DoubleStream;

/** A histogram of durations. Its buckets are fine enough for percentiles, and their bounds include those of vLLM's metrics. Thread-safe. */
final class Histogram {

    /** The bucket bounds of vLLM's Prometheus metrics, in seconds. */
    static final double[] VLLM_BOUNDS = {
        0.001, 0.005, 0.01, 0.02, 0.04, 0.06, 0.08, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10, 20, 40, 80, 160, 640, 2560
    };

    private static final double STEP = 1.05;

    private final double[] bounds;
    private final AtomicLongArray counts;
    private final LongAdder sumNanos = new LongAdder();

    private Histogram(double[] bounds) {
        this.bounds = bounds;
        this.counts = new AtomicLongArray(bounds.length + 1);
    }

    static Histogram ofSeconds() {
        DoubleStream fine = DoubleStream.iterate(1e-6, bound -> bound < 2560, bound -> bound * STEP);
        return new Histogram(
                DoubleStream.concat(fine, Arrays.stream(VLLM_BOUNDS)).sorted().toArray());
    }

    void add(long nanos) {
        int found = Arrays.binarySearch(bounds, nanos / 1e9);
        counts.incrementAndGet(found < 0 ? -found - 1 : found);
        sumNanos.add(nanos);
    }

    long count() {
        return upTo(Double.POSITIVE_INFINITY);
    }

    double sumSeconds() {
        return sumNanos.sum() / 1e9;
    }

    /** Returns the number of durations up to a bound. The bound must be one of the bucket bounds, in seconds, or infinity. */
    long upTo(double bound) {
        long sum = 0;
        for (int i = 0;
                i < counts.length() && (i == bounds.length ? bound == Double.POSITIVE_INFINITY : bounds[i] <= bound);
                i++) {
            sum += counts.get(i);
        }
        return sum;
    }

    /** Returns a quantile in seconds, rounded up to a bucket bound; 0 if no durations were added. The share is from 0 to 1. */
    double quantile(double share) {
        long rank = (long) Math.ceil(share * count());
        long seen = 0;
        for (int i = 0; i < bounds.length && rank > 0; i++) {
            seen += counts.get(i);
            if (seen >= rank) {
                return bounds[i];
            }
        }
        return rank == 0 ? 0 : bounds[bounds.length - 1];
    }
}
