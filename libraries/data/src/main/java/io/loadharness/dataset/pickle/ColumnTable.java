package io.loadharness.dataset.pickle;

import io.loadharness.dataset.DatasetException;
import io.loadharness.dataset.RowSink;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * A table of columns.
 *
 * @param nanIsMissing whether NaN means that there is no value
 */
record ColumnTable(List<String> names, List<Column> columns, boolean nanIsMissing) implements Table {

    /** The same with one more column in front, unless there is one of that name. */
    ColumnTable with(String name, Column column) {
        if (names.contains(name)) {
            return this;
        }
        List<String> moreNames = new ArrayList<>(List.of(name));
        moreNames.addAll(names);
        List<Column> moreColumns = new ArrayList<>(List.of(column));
        moreColumns.addAll(columns);
        return new ColumnTable(moreNames, moreColumns, nanIsMissing);
    }

    @Override
    public void write(RowSink rows, Expansion expansion) throws DatasetException {
        int length = length();
        int[] numbers = new int[columns.size()];
        Set<String> seen = new HashSet<>();
        for (int i = 0; i < numbers.length; i++) {
            if (!seen.add(names.get(i))) {
                throw DatasetException.of("it has two columns with the name " + Quoted.of(names.get(i)));
            }
            numbers[i] = rows.column(names.get(i));
        }
        Cells cells = new Cells(rows, expansion, nanIsMissing);
        for (int row = 0; row < length; row++) {
            for (int i = 0; i < numbers.length; i++) {
                cells.write(numbers[i], names.get(i), columns.get(i).get(row));
            }
            cells.endRow();
            for (Column column : columns) { // not before, because two names may have the same column
                column.release(row);
            }
        }
    }

    private int length() throws DatasetException {
        if (columns.isEmpty()) {
            throw DatasetException.of("its table has no columns");
        }
        int length = columns.get(0).length();
        for (int i = 1; i < columns.size(); i++) {
            if (columns.get(i).length() != length) {
                throw DatasetException.of("its column %s has %d values where %s has %d"
                        .formatted(Quoted.of(names.get(i)), columns.get(i).length(), Quoted.of(names.get(0)), length));
            }
        }
        return length;
    }
}
