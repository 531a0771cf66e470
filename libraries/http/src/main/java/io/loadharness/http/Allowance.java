// SPDX-License-Identifier: Apache-2.0
package io.loadharness.http;

/** So many at once, and then one each time that a pause has passed. Its owner guards it. */
final class Allowance {

    private final int most;
    private final long pauseNanos;
    private int left;
    private long lastNanos;

    Allowance(int most, long pauseNanos) {
        this.most = most;
        this.pauseNanos = pauseNanos;
        this.left = most;
    }

    /** Takes one if there is one. */
    boolean take(long now) {
        if (left == most) {
            lastNanos = now;
        }
        long grown = (now - lastNanos) / pauseNanos;
        left = (int) Math.min(most, left + grown);
        lastNanos += grown * pauseNanos;
        if (left == 0) {
            return false;
        }
        left--;
        return true;
    }
}
