// SPDX-License-Identifier: Apache-2.0
package io.loadharness.dataset.pickle;

import io.loadharness.dataset.DatasetException;
import java.util.Arrays;

/** The stack of the pickle machine with its marks. The methods cannot pop values below the last mark. */
final class OperandStack {

    private static final int MAX_DEPTH = 1 << 20;

    private final ValueArray values = new ValueArray();
    private int size;
    private int[] marks = new int[16];
    private int markCount;

    /** The size of the stack at the last mark. */
    private int lastMark;

    int size() {
        return size;
    }

    void push(Object value) throws DatasetException {
        values.set(size++, value);
    }

    void pushInteger(long value) throws DatasetException {
        values.setInteger(size++, value);
    }

    void push(ValueArray from, int index) throws DatasetException {
        values.copy(size++, from, index);
    }

    /** Copies the top value to index {@code index} of {@code to}. */
    void copyTop(ValueArray to, int index) throws DatasetException {
        require(1);
        to.copy(index, values, size - 1);
    }

    Object top() throws DatasetException {
        require(1);
        return values.get(size - 1);
    }

    Object pop() throws DatasetException {
        Object value = top();
        drop(1);
        return value;
    }

    void drop(int count) throws DatasetException {
        require(count);
        values.clear(size - count, size);
        size -= count;
    }

    void mark() throws DatasetException {
        if (markCount == MAX_DEPTH) {
            throw new DatasetException("the pickle is nested deeper than " + MAX_DEPTH + " levels");
        }
        if (markCount == marks.length) {
            marks = Arrays.copyOf(marks, 2 * markCount);
        }
        marks[markCount++] = size;
        lastMark = size;
    }

    /** Pops the last {@code count} values as a tuple. */
    PickleList popTuple(int count) throws DatasetException {
        require(count);
        PickleList tuple = new PickleList();
        tuple.addAll(values, size - count, size);
        drop(count);
        return tuple;
    }

    /** Pops the values above the last mark and adds them to a list. Also pops the mark. */
    void popMarked(PickleList to) throws DatasetException {
        int from = lastMark;
        to.addAll(values, from, size);
        dropMarked();
    }

    void dropMarked() throws DatasetException {
        if (markCount == 0) {
            throw damaged();
        }
        drop(size - lastMark);
        markCount--;
        lastMark = markCount == 0 ? 0 : marks[markCount - 1];
    }

    /** Returns the number of values above the last mark. */
    int countAboveMark() {
        return size - lastMark;
    }

    /** Returns the value directly below the last mark. */
    Object belowMark() throws DatasetException {
        int below = markCount > 1 ? marks[markCount - 2] : 0;
        if (markCount == 0 || lastMark == below) {
            throw damaged();
        }
        return values.get(lastMark - 1);
    }

    private void require(int count) throws DatasetException {
        if (size - lastMark < count) {
            throw damaged();
        }
    }

    private static DatasetException damaged() {
        return new DatasetException("the pickle is damaged: an opcode finds no value on the stack");
    }
}
