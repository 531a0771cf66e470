// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.options;

/** Checks options that count something. */
public final class Counts {

    private Counts() {}

    /**
     * Checks an option.
     *
     * @throws IllegalArgumentException if it is less than it must be at least; says so
     */
    public static void requireAtLeast(int least, String option, long value) {
        if (value < least) {
            throw new IllegalArgumentException(option + " is " + value + " and must be at least " + least);
        }
    }
}
