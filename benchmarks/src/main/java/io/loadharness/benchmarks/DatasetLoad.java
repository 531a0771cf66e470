// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmarks;

import java.io.IOException;
import java.util.List;

/**
 * What loading a file took, and what was loaded.
 *
 * @param cpuNanos of all threads
 * @param wallNanos from begin to end
 */
record DatasetLoad(long cpuNanos, long wallNanos, Content content) {

    /** Sums of floating-point numbers differ by their order and by the last bit of what is read. */
    private static final double SAME = 1e-9;

    /**
     * What both sides must have found.
     *
     * @param ids how many
     * @param idSum their sum
     * @param textBytes of all texts, in UTF-8
     * @param numberSum the sum of all other numbers
     */
    record Content(long rows, long ids, long idSum, long textBytes, double numberSum) {

        boolean agrees(Content other) {
            return rows == other.rows
                    && ids == other.ids
                    && idSum == other.idSum
                    && textBytes == other.textBytes
                    && Math.abs(numberSum - other.numberSum) <= SAME * Math.abs(numberSum);
        }
    }

    /** From a line that a loader printed. */
    static DatasetLoad parse(String line) {
        List<String> words = List.of(line.strip().split(" ", -1));
        return new DatasetLoad(
                Long.parseLong(words.get(0)),
                Long.parseLong(words.get(1)),
                new Content(
                        Long.parseLong(words.get(2)),
                        Long.parseLong(words.get(3)),
                        Long.parseLong(words.get(4)),
                        Long.parseLong(words.get(5)),
                        Double.parseDouble(words.get(6))));
    }

    /** A line for {@link #parse}. */
    String line() {
        return cpuNanos + " " + wallNanos + " " + content.rows + " " + content.ids + " " + content.idSum + " "
                + content.textBytes + " " + content.numberSum;
    }

    /** @throws IOException if the other side found something else */
    void requireSame(DatasetLoad other, String file) throws IOException {
        if (!content.agrees(other.content)) {
            throw new IOException(
                    "the two sides did not load the same of " + file + ": " + content + " and pandas " + other.content);
        }
    }

    double loadsPerCpuSecond() {
        return 1e9 / cpuNanos;
    }

    double loadsPerSecond() {
        return 1e9 / wallNanos;
    }
}
