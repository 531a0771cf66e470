// SPDX-License-Identifier: Apache-2.0
package io.loadharness.dataset;

import java.util.Arrays;

/**
 * Where the rows of a column of varying lengths lie in chunks: a chunk and a place in it for each row, and no row in two chunks. Chunks
 * begin small and double, so that a small set stays small and a large one wastes little.
 */
final class Places {

    private static final int FIRST_CHUNK = 1 << 10;

    /** A little less than a power of two: with the header of an array it would begin one more region of G1, and waste the rest of it. */
    private static final int MAX_CHUNK = (1 << 20) - 64;

    private static final int CHUNK_SHIFT = 32;
    private static final long MISSING = -1;

    private long[] starts = new long[16];
    private int[] lengths = new int[16];
    private int rows;

    private int chunks;
    private int chunkLength = FIRST_CHUNK / 2;
    private int used;
    private int capacity;

    int rows() {
        return rows;
    }

    void addMissing() {
        add(MISSING, 0);
    }

    /**
     * Gives the next row its place.
     *
     * @return the length of the chunk that the caller makes first; 0 if there is room in the last
     */
    int add(int length) {
        int made = 0;
        if (chunks == 0 || length > capacity - used) {
            chunkLength = Math.min(MAX_CHUNK, 2 * chunkLength);
            capacity = Math.max(chunkLength, length);
            used = 0;
            chunks++;
            made = capacity;
        }
        add((long) (chunks - 1) << CHUNK_SHIFT | used, length);
        used += length;
        return made;
    }

    private void add(long start, int length) {
        if (rows == lengths.length) {
            int more = rows + (rows >> 1);
            starts = Arrays.copyOf(starts, more);
            lengths = Arrays.copyOf(lengths, more);
        }
        starts[rows] = start;
        lengths[rows] = length;
        rows++;
    }

    boolean isMissing(int row) {
        return starts[checked(row)] == MISSING;
    }

    int chunk(int row) {
        return (int) (starts[checked(row)] >> CHUNK_SHIFT);
    }

    int offset(int row) {
        return (int) starts[checked(row)];
    }

    int length(int row) {
        return lengths[checked(row)];
    }

    private int checked(int row) {
        if (row < 0 || row >= rows) {
            throw new IndexOutOfBoundsException("row " + row + " of " + rows);
        }
        return row;
    }
}
