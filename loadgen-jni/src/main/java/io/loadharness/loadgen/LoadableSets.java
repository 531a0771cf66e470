// SPDX-License-Identifier: Apache-2.0
package io.loadharness.loadgen;

/**
 * The sets of samples that LoadGen forms before it loads the first set. LoadGen keeps all these sets in memory until the end of the run.
 *
 * @param samples the number of samples in all sets
 * @param setSize the maximum number of samples in a set
 * @param padding the number of samples that LoadGen adds to each set; the number of samples per query minus one
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

    /**
     * Returns the number of bytes that LoadGen needs: for a list of all samples, for the sets, and for one more set that LoadGen reserves
     * in advance.
     */
    double bytes() {
        double perSet = BYTES_PER_SET + BYTES_PER_INDEX * (setSize + padding);
        return BYTES_PER_INDEX * samples + perSet * (sets() + 1);
    }
}
