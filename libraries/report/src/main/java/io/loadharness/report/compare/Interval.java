// SPDX-License-Identifier: Apache-2.0
package io.loadharness.report.compare;

/**
 * Where a difference lies with 95 % confidence.
 *
 * @param low its lower end
 * @param high its upper end
 */
public record Interval(double low, double high) {

    /** Whether there is a difference at all, as far as chance can be told from it. */
    public boolean excludesZero() {
        return low > 0 || high < 0;
    }
}
