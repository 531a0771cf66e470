// SPDX-License-Identifier: Apache-2.0
package io.loadharness.servermetrics;

import java.util.Objects;

/**
 * A data point of a {@link Series}. Immutable if {@code buckets} is not modified.
 *
 * @param sentNanos the time at which the scrape was requested, in nanoseconds since the start of the recording; the value is not older
 * @param nanos the time at which the response was received, in nanoseconds since the start of the recording; the value is not newer
 * @param value the value; for a histogram, the number of observations
 * @param sum for a histogram, the sum of the observations; otherwise 0
 * @param buckets for a histogram, the cumulative counts for each of {@link Series#bounds} and for infinity; otherwise empty
 */
@SuppressWarnings("ArrayRecordComponent") // never compared; a list would box each bucket
public record Point(long sentNanos, long nanos, double value, double sum, double[] buckets) {

    private static final double[] NONE = {};

    public Point {
        Objects.requireNonNull(buckets, "buckets");
    }

    /** Creates a point of a counter or a gauge. */
    public Point(long sentNanos, long nanos, double value) {
        this(sentNanos, nanos, value, 0, NONE);
    }

    /** Returns a point of a counter or a gauge whose value was read at one time. */
    public static Point of(long nanos, double value) {
        return new Point(nanos, nanos, value);
    }
}
