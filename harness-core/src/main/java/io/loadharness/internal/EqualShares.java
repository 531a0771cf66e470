// SPDX-License-Identifier: Apache-2.0
package io.loadharness.internal;

/** Divides a limit into equal shares. If there is a remainder, the first shares are larger by one. */
public final class EqualShares {

    private EqualShares() {}

    /**
     * Returns one of the shares. All shares add up to the total.
     *
     * @param count the number of shares
     * @param index the number of the share, from 0 to {@code count - 1}
     */
    public static int of(int total, int count, int index) {
        return total / count + (index < total % count ? 1 : 0);
    }
}
