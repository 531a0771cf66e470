// SPDX-License-Identifier: Apache-2.0
package io.loadharness.schedule;

import java.util.Arrays;

/**
 * The times and the outcome of each sample of a run, in growing arrays. A sample needs 40 bytes and no object. Times are nanoseconds since
 * the start of the run. Only one thread may add samples. Any thread may set their later times and outcomes; the table does not make these
 * values visible to other threads.
 */
final class SampleTable {

    private static final int BITS = 12;
    private static final int SIZE = 1 << BITS;
    private static final int NOT_YET = 0;
    private static final int FAILED = -1;

    private static final class Block {
        final int[] indices = new int[SIZE];
        final int[] tokens = new int[SIZE];
        final long[] scheduled = new long[SIZE];
        final long[] issued = new long[SIZE];
        final long[] started = new long[SIZE]; // the time plus 1; 0 if not set
        final long[] ended = new long[SIZE]; // the time plus 1; 0 if not set
    }

    private volatile Block[] blocks = new Block[1];
    private volatile int size;

    /** Adds a sample and returns its number. Called by only one thread. */
    @SuppressWarnings("NonAtomicVolatileUpdate") // only one thread writes
    int add(int index, long scheduled, long issued) {
        int number = size;
        Block block = blockToAdd(number);
        int slot = number & SIZE - 1;
        block.indices[slot] = index;
        block.scheduled[slot] = scheduled;
        block.issued[slot] = issued;
        size = number + 1;
        return number;
    }

    private Block blockToAdd(int number) {
        int index = number >>> BITS;
        Block[] all = blocks;
        if (index == all.length) {
            all = Arrays.copyOf(all, 2 * index);
        }
        if (all[index] == null) {
            all[index] = new Block();
            blocks = all;
        }
        return all[index];
    }

    private Block of(int number) {
        return blocks[number >>> BITS];
    }

    /** Sets the time of the first token. */
    void start(int number, long time) {
        of(number).started[number & SIZE - 1] = time + 1;
    }

    /** Marks a sample as completed. */
    void end(int number, long time, int tokens) {
        Block block = of(number);
        block.tokens[number & SIZE - 1] = tokens;
        block.ended[number & SIZE - 1] = time + 1;
    }

    /** Marks a sample as failed. */
    void fail(int number, long time) {
        end(number, time, FAILED);
    }

    int size() {
        return size;
    }

    int index(int number) {
        return of(number).indices[number & SIZE - 1];
    }

    long scheduled(int number) {
        return of(number).scheduled[number & SIZE - 1];
    }

    long issued(int number) {
        return of(number).issued[number & SIZE - 1];
    }

    boolean hasStarted(int number) {
        return of(number).started[number & SIZE - 1] != NOT_YET;
    }

    /** Returns the time of the first token. */
    long started(int number) {
        return of(number).started[number & SIZE - 1] - 1;
    }

    boolean hasEnded(int number) {
        return of(number).ended[number & SIZE - 1] != NOT_YET;
    }

    /** Returns true if the sample completed, false if it is in flight or failed. */
    boolean isCompleted(int number) {
        return hasEnded(number) && of(number).tokens[number & SIZE - 1] != FAILED;
    }

    /** Returns the end time. */
    long ended(int number) {
        return of(number).ended[number & SIZE - 1] - 1;
    }

    /** Returns the number of tokens of the result; 0 if unknown. */
    int tokens(int number) {
        return of(number).tokens[number & SIZE - 1];
    }
}
