// SPDX-License-Identifier: Apache-2.0
package io.loadharness.schedule;

import java.util.Arrays;

/**
 * What happened to each sample of a run, in arrays that grow: 40 bytes a sample and no object. Times are nanoseconds from the begin of the
 * run. One thread adds; what it has added, whoever ends the sample completes. Who reads has to know by other means that both are done.
 */
final class SampleTable {

    private static final int BITS = 12;
    private static final int SIZE = 1 << BITS;
    private static final int NOT_YET = 0;
    private static final int FAILED = -1;

    private static final class Block {
        final int[] indices = new int[SIZE];
        final int[] tokens = new int[SIZE];
        final long[] due = new long[SIZE];
        final long[] issued = new long[SIZE];
        final long[] started = new long[SIZE]; // one more than the time
        final long[] ended = new long[SIZE]; // one more than the time
    }

    private volatile Block[] blocks = new Block[1];
    private volatile int size;

    /** Adds a sample and returns its number. Called by one thread. */
    @SuppressWarnings("NonAtomicVolatileUpdate") // by one thread
    int add(int index, long due, long issued) {
        int number = size;
        Block block = blockToAdd(number);
        int place = number & SIZE - 1;
        block.indices[place] = index;
        block.due[place] = due;
        block.issued[place] = issued;
        size = number + 1;
        return number;
    }

    private Block blockToAdd(int number) {
        int which = number >>> BITS;
        Block[] all = blocks;
        if (which == all.length) {
            all = Arrays.copyOf(all, 2 * which);
        }
        if (all[which] == null) {
            all[which] = new Block();
            blocks = all;
        }
        return all[which];
    }

    private Block of(int number) {
        return blocks[number >>> BITS];
    }

    /** Its first token came. */
    void start(int number, long time) {
        of(number).started[number & SIZE - 1] = time + 1;
    }

    /** It was answered. */
    void end(int number, long time, int tokens) {
        Block block = of(number);
        block.tokens[number & SIZE - 1] = tokens;
        block.ended[number & SIZE - 1] = time + 1;
    }

    /** It failed. */
    void fail(int number, long time) {
        end(number, time, FAILED);
    }

    int size() {
        return size;
    }

    int index(int number) {
        return of(number).indices[number & SIZE - 1];
    }

    long due(int number) {
        return of(number).due[number & SIZE - 1];
    }

    long issued(int number) {
        return of(number).issued[number & SIZE - 1];
    }

    boolean hasStarted(int number) {
        return of(number).started[number & SIZE - 1] != NOT_YET;
    }

    /** When its first token came. */
    long started(int number) {
        return of(number).started[number & SIZE - 1] - 1;
    }

    boolean hasEnded(int number) {
        return of(number).ended[number & SIZE - 1] != NOT_YET;
    }

    /** Whether it ended, and well. */
    boolean isAnswered(int number) {
        return hasEnded(number) && of(number).tokens[number & SIZE - 1] != FAILED;
    }

    /** When it ended. */
    long ended(int number) {
        return of(number).ended[number & SIZE - 1] - 1;
    }

    /** How many tokens its answer has; 0 if nobody counted. */
    int tokens(int number) {
        return of(number).tokens[number & SIZE - 1];
    }
}
