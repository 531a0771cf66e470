// SPDX-License-Identifier: Apache-2.0
package io.loadharness.dataset.pickle;

import io.loadharness.dataset.DatasetException;
import org.jspecify.annotations.Nullable;

/** Checks of types and ranges that fail only for damaged pickles, and descriptions of values for messages. */
final class PickleChecks {

    private static final int MAX_NAME_LENGTH = 80;

    private PickleChecks() {}

    /** Returns a value after a check of its type. */
    static <T> T requireType(Class<T> type, @Nullable Object value, String what) throws DatasetException {
        if (!type.isInstance(value)) {
            throw new DatasetException("the pickle is damaged: " + what + " is " + describe(value));
        }
        return type.cast(value);
    }

    /** Returns an integer after a check that it is in {@code [from, to]}. */
    static int requireInteger(@Nullable Object value, int from, int to, String what) throws DatasetException {
        long number = requireType(Long.class, value, what);
        if (number < from || number > to) {
            throw new DatasetException("the pickle is damaged: " + what + " is " + number);
        }
        return (int) number;
    }

    /** Returns the element at {@code index} of a tuple after a check that the tuple has such an element. */
    static Object requirePart(PickleList values, int index, String what) throws DatasetException {
        if (index >= values.length()) {
            throw new DatasetException("the pickle is damaged: " + what + " has only " + values.length() + " parts");
        }
        return values.get(index);
    }

    /** Returns a description of a value for messages. */
    static String describe(@Nullable Object value) {
        if (value instanceof String) {
            return "a string";
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

    /** Quotes a name from the file for messages: shortened, without control characters. */
    static String quote(String name) {
        String shown = name.length() > MAX_NAME_LENGTH ? name.substring(0, MAX_NAME_LENGTH) + "..." : name;
        return "'" + shown.replaceAll("\\p{Cntrl}", "?") + "'";
    }
}
