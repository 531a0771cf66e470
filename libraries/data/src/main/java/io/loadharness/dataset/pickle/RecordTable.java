package io.loadharness.dataset.pickle;

import io.loadharness.dataset.DatasetException;
import io.loadharness.dataset.RowSink;
import java.util.Arrays;

/** A list of dictionaries, each a row. */
record RecordTable(Sequence records) implements Table {

    @Override
    public void write(RowSink rows, Expansion expansion) throws DatasetException {
        Cells cells = new Cells(rows, expansion, false);
        int[] rowOfColumn = {};
        for (int row = 0; row < records.length(); row++) {
            if (!(records.get(row) instanceof Mapping fields)) {
                throw new DatasetException(
                        "it is a list of dictionaries, and among them is " + Kind.of(records.get(row)));
            }
            for (int i = 0; i < fields.size(); i++) {
                String name = fields.name(i);
                int column = rows.column(name);
                if (column >= rowOfColumn.length) {
                    rowOfColumn = Arrays.copyOf(rowOfColumn, 2 * column + 2);
                }
                if (rowOfColumn[column] > row) {
                    throw new DatasetException("one of its dictionaries has the key " + Quoted.of(name) + " twice");
                }
                rowOfColumn[column] = row + 1;
                cells.write(column, name, fields.value(i));
            }
            cells.endRow();
            records.release(row);
        }
    }
}
