// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.options;

/** Checks of options whose values are integers. */
public final class Counts {

    private Counts() {}

    /**
     * Checks that the value of an option is not below a minimum.
     *
     * @throws IllegalArgumentException if the value is below the minimum
     */
    public static void requireAtLeast(int min, String option, long value) {
        if (value < min) {
            throw new IllegalArgumentException(option + " must be at least " + min + ": got " + value);
        }
    }
}
