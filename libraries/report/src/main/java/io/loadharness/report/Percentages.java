// SPDX-License-Identifier: Apache-2.0
package io.loadharness.report;

import java.math.BigDecimal;

/** Names of percentiles. */
final class Percentages {

    private Percentages() {}

    /** Returns the name of a percentile, such as {@code p50} or {@code p99.9}. */
    static String name(double percentage) {
        return "p" + BigDecimal.valueOf(percentage).stripTrailingZeros().toPlainString();
    }
}
