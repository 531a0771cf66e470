package io.loadharness.dataset.pickle;

import io.loadharness.dataset.DatasetException;
import io.loadharness.dataset.RowSink;

/** Hands over values as what they are. */
final class Cells {

    private final RowSink rows;
    private final Expansion expansion;
    private final boolean nanIsMissing;

    Cells(RowSink rows, Expansion expansion, boolean nanIsMissing) {
        this.rows = rows;
        this.expansion = expansion;
        this.nanIsMissing = nanIsMissing;
    }

    /** Sets the value of a column in this row. */
    void write(int column, String name, Object value) throws DatasetException {
        expansion.add(Long.BYTES);
        if (value instanceof Sequence list && (list.isInts() || list.length() == 0)) {
            expansion.add((long) Integer.BYTES * list.length());
            rows.integers(column, list.ints(), 0, list.length());
        } else if (value instanceof String text) {
            expansion.add(text.length());
            rows.text(column, text);
        } else if (value instanceof Long number) {
            rows.integer(column, number);
        } else if (value instanceof Double number) {
            if (!(nanIsMissing && number.isNaN())) {
                rows.number(column, number);
            }
        } else if (value instanceof Boolean flag) {
            rows.flag(column, flag);
        } else if (value instanceof NdArray array) {
            write(column, name, array.value());
        } else if (value instanceof Sequence || value instanceof Mapping) {
            rows.json(column, JsonText.of(value, name, expansion));
        } else if (value != None.NONE) {
            throw new DatasetException(JsonText.unfit(name, value));
        }
    }

    void endRow() throws DatasetException {
        rows.endRow();
    }
}
