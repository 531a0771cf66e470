// SPDX-License-Identifier: Apache-2.0
package io.loadharness.servermetrics;

import java.util.Objects;

/**
 * What a {@link Series} was at a moment. Immutable, unless somebody writes into the array.
 *
 * @param nanos when, since the recording began, as all times of records are; the moment at which the answer was there
 * @param value the number; of a histogram, how many values came
 * @param sum of a histogram, the sum of these values; else 0
 * @param buckets of a histogram, how many values were at most each of {@link Series#bounds}, and at the end all; else empty
 */
@SuppressWarnings("ArrayRecordComponent") // never compared; a list would box each bucket
public record Point(long nanos, double value, double sum, double[] buckets) {

    private static final double[] NONE = {};

    public Point {
        Objects.requireNonNull(buckets, "buckets");
    }

    /** Of a counter or a gauge. */
    public static Point of(long nanos, double value) {
        return new Point(nanos, value, 0, NONE);
    }
}
