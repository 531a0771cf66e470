// SPDX-License-Identifier: Apache-2.0
package io.loadharness.report.compare;

/** The direction in which a metric improves. */
public enum BetterDirection {
    /** Higher is better, as for rates. */
    HIGHER(-1),
    /** Lower is better, as for latencies. */
    LOWER(1),
    /** Neither direction is better, as for the number of tokens. */
    NEITHER(0);

    private final int sign;

    BetterDirection(int sign) {
        this.sign = sign;
    }

    /** Converts the change of a metric to a worsening: positive if the metric became worse, negative if it became better. */
    double worsening(double difference) {
        return sign * difference;
    }
}
