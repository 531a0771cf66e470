// SPDX-License-Identifier: Apache-2.0
package io.loadharness.schedule;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/** The moments of arrivals that were recorded somewhere, and maybe which sample each was. Immutable. */
public final class Trace {

    private final long[] offsets;
    private final int @Nullable [] samples;

    private Trace(long[] offsets, int @Nullable [] samples) {
        this.offsets = offsets;
        this.samples = samples;
        ScheduleBounds.samples(offsets.length);
        for (int i = 0; i < offsets.length; i++) {
            long before = i == 0 ? 0 : offsets[i - 1];
            if (offsets[i] < before) {
                throw new IllegalArgumentException(
                        "arrival " + i + " of the trace is at " + ScheduleBounds.seconds(offsets[i]) + ", before "
                                + (i == 0 ? "the begin" : "the one before it") + ": sort the arrivals");
            }
        }
        ScheduleBounds.nanosOrNone("the length of the trace", Duration.ofNanos(nanos()));
        if (samples != null) {
            requireSamples(offsets, samples);
        }
    }

    private static void requireSamples(long[] offsets, int[] samples) {
        if (samples.length != offsets.length) {
            throw new IllegalArgumentException(
                    "the trace has " + offsets.length + " arrivals and " + samples.length + " samples: give one each");
        }
        for (int i = 0; i < samples.length; i++) {
            if (samples[i] < 0) {
                throw new IllegalArgumentException(
                        "arrival " + i + " of the trace is sample " + samples[i] + ", which cannot be");
            }
        }
    }

    /** Arrivals at moments after the begin, in order. */
    public static Trace of(List<Duration> offsets) {
        return ofNanos(offsets.stream()
                .mapToLong(offset -> ScheduleBounds.nanosOrNone("an arrival of the trace", offset))
                .toArray());
    }

    /** Arrivals at moments after the begin, in nanoseconds and in order. */
    public static Trace ofNanos(long[] offsets) {
        return new Trace(offsets.clone(), null);
    }

    /**
     * Arrivals of certain samples at moments after the begin, in nanoseconds and in order.
     *
     * @param samples the index of each in the library
     */
    public static Trace ofNanos(long[] offsets, int[] samples) {
        return new Trace(offsets.clone(), samples.clone());
    }

    /**
     * The same with all times multiplied.
     *
     * @param factor 0.5 for twice as fast
     */
    public Trace scaled(double factor) {
        if (!(factor > 0 && Double.isFinite(factor))) {
            throw new IllegalArgumentException("the factor of a trace is " + factor + " and must be more than 0");
        }
        long[] scaled = new long[offsets.length];
        for (int i = 0; i < scaled.length; i++) {
            scaled[i] = (long) (offsets[i] * factor);
        }
        return new Trace(scaled, samples);
    }

    int size() {
        return offsets.length;
    }

    /** When the last one arrives. */
    long nanos() {
        return offsets[offsets.length - 1];
    }

    /** The highest sample; empty if the trace does not say which. */
    OptionalInt highestSample() {
        return samples == null ? OptionalInt.empty() : Arrays.stream(samples).max();
    }

    Offsets offsets() {
        return new Offsets() {
            private int next;

            @Override
            public double next() {
                return next < offsets.length ? offsets[next++] : Double.POSITIVE_INFINITY;
            }

            @Override
            public int sample() {
                return samples == null ? ANY_SAMPLE : samples[next - 1];
            }
        };
    }
}
