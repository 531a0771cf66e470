// SPDX-License-Identifier: Apache-2.0
package io.loadharness.schedule;

import java.util.function.DoubleSupplier;

/** Moments with random gaps between them, the first of which comes before the first moment. */
final class ArrivalGaps implements Offsets {

    private final double meanNanos;
    private final DoubleSupplier gaps;
    private double nanos;

    /** @param gaps of mean 1 */
    ArrivalGaps(double perSecond, DoubleSupplier gaps) {
        this.meanNanos = ScheduleBounds.NANOS_PER_SECOND / perSecond;
        this.gaps = gaps;
    }

    @Override
    public double next() {
        nanos += meanNanos * gaps.getAsDouble();
        return nanos;
    }
}
