package io.loadharness.dataset;

/** A column while it is being read. For one thread. */
interface ColumnData {

    /** {@link Column#type}. */
    String type();

    /** Adds a row without a value. */
    void addMissing();

    /** The column as read; nothing is added to it any more. */
    Column column();
}
