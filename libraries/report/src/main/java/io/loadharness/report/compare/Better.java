// SPDX-License-Identifier: Apache-2.0
package io.loadharness.report.compare;

/** Which way a figure is good. */
public enum Better {
    /** As of rates. */
    HIGHER(-1),
    /** As of times. */
    LOWER(1),
    /** It only says what was measured. */
    NEITHER(0);

    private final int worse;

    Better(int worse) {
        this.worse = worse;
    }

    /** How much worse a difference is; negative if it is for the better. */
    double worsening(double difference) {
        return worse * difference;
    }
}
