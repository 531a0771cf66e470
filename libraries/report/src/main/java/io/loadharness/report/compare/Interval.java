// SPDX-License-Identifier: Apache-2.0
package io.loadharness.report.compare;

/**
 * The 95 % confidence interval of a difference.
 *
 * @param low the lower end
 * @param high the upper end
 */
public record Interval(double low, double high) {

    /** Returns true if the interval does not contain zero, which means that the difference is significant. */
    public boolean excludesZero() {
        return low > 0 || high < 0;
    }
}
