// SPDX-License-Identifier: Apache-2.0
package io.loadharness.dataset.pickle;

import io.loadharness.dataset.DatasetException;
import java.util.Arrays;

/** The stack of the machine with its marks. Values below the last mark cannot be popped. */
final class Operands {

    private static final int MAX_DEPTH = 1 << 20;

    private final Slots slots = new Slots();
    private int size;
    private int[] marks = new int[16];
    private int markCount;

    /** The position of the last mark. */
    private int fence;

    int size() {
        return size;
    }

    void push(Object value) throws DatasetException {
        slots.set(size++, value);
    }

    void pushInteger(long value) throws DatasetException {
        slots.setInteger(size++, value);
    }

    void push(Slots from, int index) throws DatasetException {
        slots.copy(size++, from, index);
    }

    /** Copies the top value to {@code to}. */
    void keepTop(Slots to, int index) throws DatasetException {
        need(1);
        to.copy(index, slots, size - 1);
    }

    Object top() throws DatasetException {
        need(1);
        return slots.get(size - 1);
    }

    Object pop() throws DatasetException {
        Object value = top();
        drop(1);
        return value;
    }

    void drop(int count) throws DatasetException {
        need(count);
        slots.clear(size - count, size);
        size -= count;
    }

    void mark() throws DatasetException {
        if (markCount == MAX_DEPTH) {
            throw new DatasetException("it is nested deeper than " + MAX_DEPTH + " levels");
        }
        if (markCount == marks.length) {
            marks = Arrays.copyOf(marks, 2 * markCount);
        }
        marks[markCount++] = size;
        fence = size;
    }

    /** Pops the last {@code count} values as a tuple. */
    PickleList popTuple(int count) throws DatasetException {
        need(count);
        PickleList tuple = new PickleList();
        tuple.addAll(slots, size - count, size);
        drop(count);
        return tuple;
    }

    /** Pops the values above the last mark, and the mark, and adds them to a list. */
    void popMarked(PickleList to) throws DatasetException {
        int from = fence;
        to.addAll(slots, from, size);
        dropMarked();
    }

    void dropMarked() throws DatasetException {
        if (markCount == 0) {
            throw damaged();
        }
        drop(size - fence);
        markCount--;
        fence = markCount == 0 ? 0 : marks[markCount - 1];
    }

    /** Returns the number of values above the last mark. */
    int marked() {
        return size - fence;
    }

    /** Returns the value right below the last mark. */
    Object belowMark() throws DatasetException {
        int below = markCount > 1 ? marks[markCount - 2] : 0;
        if (markCount == 0 || fence == below) {
            throw damaged();
        }
        return slots.get(fence - 1);
    }

    private void need(int count) throws DatasetException {
        if (size - fence < count) {
            throw damaged();
        }
    }

    private static DatasetException damaged() {
        return new DatasetException("it is damaged: an opcode finds no value on the stack");
    }
}
