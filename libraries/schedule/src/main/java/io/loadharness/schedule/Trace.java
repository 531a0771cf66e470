// SPDX-License-Identifier: Apache-2.0
package io.loadharness.schedule;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * Recorded arrival times, optionally with sample indices. Immutable.
 *
 * <pre>{@code
 * Trace trace = Trace.of(List.of(Duration.ZERO, Duration.ofMillis(300), Duration.ofSeconds(2)));
 * Schedule schedule = Schedule.replay(trace.scaled(0.5));
 * }</pre>
 */
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
                        "arrival " + i + " of the trace is at " + ScheduleBounds.seconds(offsets[i]) + ", earlier than "
                                + (i == 0 ? "the start" : "the previous one") + ": sort the arrivals");
            }
        }
        ScheduleBounds.nanosOrZero("the length of the trace", Duration.ofNanos(nanos()));
        if (samples != null) {
            requireSamples(offsets, samples);
        }
    }

    private static void requireSamples(long[] offsets, int[] samples) {
        if (samples.length != offsets.length) {
            throw new IllegalArgumentException("the trace has " + offsets.length + " arrivals and " + samples.length
                    + " sample indices: the numbers must be equal");
        }
        for (int i = 0; i < samples.length; i++) {
            if (samples[i] < 0) {
                throw new IllegalArgumentException(
                        "the sample index of arrival " + i + " of the trace must not be negative: got " + samples[i]);
            }
        }
    }

    /** Returns a trace of arrival times, given as time since the start of the trace, in ascending order. */
    public static Trace of(List<Duration> offsets) {
        return ofNanos(offsets.stream()
                .mapToLong(offset -> ScheduleBounds.nanosOrZero("an arrival of the trace", offset))
                .toArray());
    }

    /** Returns a trace of arrival times in nanoseconds since the start of the trace, in ascending order. */
    public static Trace ofNanos(long[] offsets) {
        return new Trace(offsets.clone(), null);
    }

    /**
     * Returns a trace of arrival times in nanoseconds since the start of the trace, in ascending order, with sample indices.
     *
     * @param samples the index of each sample in the library
     */
    public static Trace ofNanos(long[] offsets, int[] samples) {
        return new Trace(offsets.clone(), samples.clone());
    }

    /**
     * Returns a copy of this trace with all times multiplied by a factor.
     *
     * @param factor a number greater than 0; 0.5 makes the trace twice as fast
     */
    public Trace scaled(double factor) {
        if (!(factor > 0 && Double.isFinite(factor))) {
            throw new IllegalArgumentException("the factor of a trace must be finite and more than 0: got " + factor);
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

    /** Returns the time of the last arrival. */
    long nanos() {
        return offsets[offsets.length - 1];
    }

    /** Returns the highest sample index; empty if the trace has no indices. */
    OptionalInt highestSample() {
        return samples == null ? OptionalInt.empty() : Arrays.stream(samples).max();
    }

    ArrivalTimes times() {
        return new ArrivalTimes() {
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
