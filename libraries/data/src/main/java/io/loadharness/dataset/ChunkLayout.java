// SPDX-License-Identifier: Apache-2.0
package io.loadharness.dataset;

import java.util.Arrays;

/**
 * The positions of variable-length rows in a sequence of arrays (chunks). A position consists of the number of a chunk and the offset in
 * this chunk. A row never spans two chunks. The first chunk is small, and each additional chunk is twice as long as the previous one, up to
 * {@link #MAX_CHUNK}. A longer row gets its own chunk. As a result, small data sets need little memory, and large data sets waste little.
 */
final class ChunkLayout {

    private static final int FIRST_CHUNK = 1 << 10;

    /**
     * The maximum length of a chunk with several rows. It is slightly less than a power of two. With a full power of two, the array header
     * would occupy an additional G1 region.
     */
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
     * Adds a row.
     *
     * @return the length of the chunk that the caller must allocate for the row; 0 if the row fits into the last chunk
     */
    int add(int length) {
        int newChunk = 0;
        if (chunks == 0 || length > capacity - used) {
            chunkLength = Math.min(MAX_CHUNK, 2 * chunkLength);
            capacity = Math.max(chunkLength, length);
            used = 0;
            chunks++;
            newChunk = capacity;
        }
        add((long) (chunks - 1) << CHUNK_SHIFT | used, length);
        used += length;
        return newChunk;
    }

    private void add(long start, int length) {
        if (rows == lengths.length) {
            int newCapacity = rows + (rows >> 1);
            starts = Arrays.copyOf(starts, newCapacity);
            lengths = Arrays.copyOf(lengths, newCapacity);
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
