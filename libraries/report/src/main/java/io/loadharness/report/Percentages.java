// SPDX-License-Identifier: Apache-2.0
package io.loadharness.report;

import java.math.BigDecimal;

/** How percentiles are named. */
final class Percentages {

    private Percentages() {}

    /** As in p50 and p99.9. */
    static String name(double percentage) {
        return "p" + BigDecimal.valueOf(percentage).stripTrailingZeros().toPlainString();
    }
}
