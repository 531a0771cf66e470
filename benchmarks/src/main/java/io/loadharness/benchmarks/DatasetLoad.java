// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmarks;

import java.io.IOException;
import java.util.List;

/**
 * The cost of loading a file, and a summary of its content.
 *
 * @param cpuNanos the CPU time of all threads
 * @param wallNanos the wall time
 */
record DatasetLoad(long cpuNanos, long wallNanos, Content content) {

    /** The relative tolerance for sums of floating-point numbers. The sums depend on the order and on rounding. */
    private static final double TOLERANCE = 1e-9;

    /**
     * A summary of the content, which must be the same on both sides.
     *
     * @param ids the number of ids
     * @param idSum the sum of the ids
     * @param textBytes the bytes of all strings in UTF-8
     * @param numberSum the sum of all other numbers
     */
    record Content(long rows, long ids, long idSum, long textBytes, double numberSum) {

        boolean agrees(Content other) {
            return rows == other.rows
                    && ids == other.ids
                    && idSum == other.idSum
                    && textBytes == other.textBytes
                    && Math.abs(numberSum - other.numberSum) <= TOLERANCE * Math.abs(numberSum);
        }
    }

    /** Parses a line that a loader printed. */
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

    /** Returns a line for {@link #parse}. */
    String line() {
        return cpuNanos + " " + wallNanos + " " + content.rows + " " + content.ids + " " + content.idSum + " "
                + content.textBytes + " " + content.numberSum;
    }

    /**
     * Checks that pandas loaded the same content.
     *
     * @throws IOException if the content differs
     */
    void requireSame(DatasetLoad other, String file) throws IOException {
        if (!content.agrees(other.content)) {
            throw new IOException("LoadHarness and pandas loaded different content from " + file + ": " + content
                    + " and " + other.content);
        }
    }

    double loadsPerCpuSecond() {
        return 1e9 / cpuNanos;
    }

    double loadsPerSecond() {
        return 1e9 / wallNanos;
    }
}
