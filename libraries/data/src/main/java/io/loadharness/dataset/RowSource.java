package io.loadharness.dataset;

/** Has rows to give: what is made up, or kept somewhere that is no file. */
@FunctionalInterface
public interface RowSource {

    /**
     * Writes all rows, in order.
     *
     * @throws DatasetException if the rows cannot be taken, or are not what they should be
     */
    void writeTo(RowSink rows) throws DatasetException;
}
