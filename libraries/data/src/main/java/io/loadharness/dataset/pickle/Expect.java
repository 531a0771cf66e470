// SPDX-License-Identifier: Apache-2.0
package io.loadharness.dataset.pickle;

import io.loadharness.dataset.DatasetException;
import org.jspecify.annotations.Nullable;

/** Checks of types and ranges that hold in every undamaged pickle, and the words for values in messages. */
final class Expect {

    private static final int MAX_SHOWN = 80;

    private Expect() {}

    static <T> T type(Class<T> type, @Nullable Object value, String what) throws DatasetException {
        if (!type.isInstance(value)) {
            throw new DatasetException("it is damaged: " + what + " is " + kindOf(value));
        }
        return type.cast(value);
    }

    /** Requires an integer in {@code [from, to]}. */
    static int integer(@Nullable Object value, int from, int to, String what) throws DatasetException {
        long number = type(Long.class, value, what);
        if (number < from || number > to) {
            throw new DatasetException("it is damaged: " + what + " is " + number);
        }
        return (int) number;
    }

    static Object at(PickleList values, int index, String what) throws DatasetException {
        if (index >= values.length()) {
            throw new DatasetException("it is damaged: " + what + " has only " + values.length() + " parts");
        }
        return values.get(index);
    }

    /** Returns what messages call a value. */
    static String kindOf(@Nullable Object value) {
        if (value instanceof String) {
            return "a text";
        } else if (value instanceof Long) {
            return "an integer";
        } else if (value instanceof Double) {
            return "a number";
        } else if (value instanceof Boolean) {
            return "a boolean";
        } else if (value instanceof PickleList) {
            return "a list";
        } else if (value instanceof Mapping) {
            return "a dictionary";
        } else if (value instanceof Blob) {
            return "bytes";
        } else if (value instanceof NdArray array) {
            return "an array of " + array.type();
        } else if (value instanceof Instance instance) {
            return instance.type().name();
        } else if (value instanceof Global global) {
            return "the name " + global.name();
        } else if (value instanceof ElementType.Dtype) {
            return "a dtype";
        }
        return value == PickleMachine.NONE ? "None" : "nothing";
    }

    /** Returns a name of the file as messages show it. */
    static String quoted(String name) {
        String shown = name.length() > MAX_SHOWN ? name.substring(0, MAX_SHOWN) + "..." : name;
        return "'" + shown.replaceAll("\\p{Cntrl}", "?") + "'";
    }
}
