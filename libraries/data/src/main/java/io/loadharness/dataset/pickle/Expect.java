package io.loadharness.dataset.pickle;

import io.loadharness.dataset.DatasetException;

/** Checks of what a value consists of. Python's libraries write it so; whoever damages or forges a pickle does not. */
final class Expect {

    private Expect() {}

    static <T> T type(Class<T> type, Object value, String what) throws DatasetException {
        if (!type.isInstance(value)) {
            throw new DatasetException("it is damaged: " + what + " is " + Kind.of(value));
        }
        return type.cast(value);
    }

    /** A whole number of {@code [from, to]}. */
    static int integer(Object value, int from, int to, String what) throws DatasetException {
        long number = type(Long.class, value, what);
        if (number < from || number > to) {
            throw new DatasetException("it is damaged: " + what + " is " + number);
        }
        return (int) number;
    }

    static Object at(Sequence values, int index, String what) throws DatasetException {
        if (index >= values.length()) {
            throw new DatasetException("it is damaged: " + what + " has only " + values.length() + " parts");
        }
        return values.get(index);
    }
}
