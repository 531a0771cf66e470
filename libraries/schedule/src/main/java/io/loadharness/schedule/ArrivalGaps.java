// SPDX-License-Identifier: Apache-2.0
package io.loadharness.schedule;

import java.util.function.DoubleSupplier;

/** Arrival times with random gaps. The first gap precedes the first arrival. */
final class ArrivalGaps implements ArrivalTimes {

    private final double meanNanos;
    private final DoubleSupplier gaps;
    private double nanos;

    /** @param gaps random gaps with mean 1 */
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
