package io.loadharness.dataset.numpy;

/**
 * A part of each row of an array.
 *
 * @param name that of the column
 * @param width the number of values if it is a list, else {@link #ONE_VALUE}
 */
record NpyField(String name, NpyType type, long width) {

    static final long ONE_VALUE = -1;

    boolean isList() {
        return width != ONE_VALUE;
    }

    /** The number of bytes in a row. */
    long bytes() {
        return isList() ? width * type.size() : type.size();
    }
}
