// SPDX-License-Identifier: Apache-2.0
package io.loadharness.loadgen;

/**
 * The sets of samples that LoadGen forms before it loads the first set. LoadGen holds all of them in memory until the end of the run.
 *
 * @param samples the number of samples in all sets
 * @param setSize the maximum number of samples in a set
 * @param padding the number of samples that LoadGen adds to each set; in MultiStream, a query less one sample
 */
record LoadableSets(double samples, double setSize, double padding) {

    private static final double BYTES_PER_INDEX = 8;
    private static final double BYTES_PER_SET = 64;

    private double sets() {
        return Math.ceil(samples / setSize);
    }

    String described() {
        String each = padding == 0 ? "" : ", each with " + ReadableNumber.exact(padding) + " more samples,";
        return "the sample numbers of " + ReadableNumber.exact(samples) + " samples in "
                + (sets() == 1 ? "one set" : ReadableNumber.exact(sets()) + " sets") + each + " need ";
    }

    /** Returns the number of bytes that LoadGen needs: all samples in one list, and again in sets, of which it reserves one in advance. */
    double bytes() {
        double perSet = BYTES_PER_SET + BYTES_PER_INDEX * (setSize + padding);
        return BYTES_PER_INDEX * samples + perSet * (sets() + 1);
    }
}
