// SPDX-License-Identifier: Apache-2.0
package io.loadharness.dataset.pickle;

import io.loadharness.dataset.DatasetException;
import org.jspecify.annotations.Nullable;

/** A Python dictionary. The entries have the same order as in the file. */
final class Mapping {

    /** Each key, followed by its value. */
    private final PickleList pairs = new PickleList();

    int size() {
        return pairs.length() / 2;
    }

    /** Returns a key without conversion; {@link #name} converts it to a string. */
    Object key(int index) throws DatasetException {
        return pairs.get(2 * index);
    }

    Object value(int index) throws DatasetException {
        return pairs.get(2 * index + 1);
    }

    /**
     * Returns the value of a key; null if the dictionary does not contain the key. If a key is repeated, the last entry counts, as in
     * Python.
     */
    @Nullable
    Object get(String name) throws DatasetException {
        for (int i = size() - 1; i >= 0; i--) {
            if (name.equals(key(i))) {
                return value(i);
            }
        }
        return null;
    }

    /** Returns a key as a name. An integer key becomes its decimal digits, as when Python writes JSON. */
    String name(int index) throws DatasetException {
        return nameOf(key(index));
    }

    static String nameOf(Object key) throws DatasetException {
        if (key instanceof String || key instanceof Long) {
            return key.toString();
        }
        throw new DatasetException(
                "the pickle has " + PickleChecks.describe(key) + " as a name: a name must be a string or an integer");
    }

    void put(Object key, Object value) throws DatasetException {
        pairs.add(key);
        pairs.add(value);
    }

    /** Pops the alternating keys and values above the last mark of the stack, and adds them as entries. */
    void putMarked(OperandStack operands) throws DatasetException {
        if (operands.countAboveMark() % 2 != 0) {
            throw new DatasetException("the pickle is damaged: a key has no value");
        }
        operands.popMarked(pairs);
    }
}
