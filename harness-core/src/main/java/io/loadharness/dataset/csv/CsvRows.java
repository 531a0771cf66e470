package io.loadharness.dataset.csv;

import io.loadharness.dataset.DatasetException;
import io.loadharness.dataset.RowSink;
import java.util.List;

/** The second pass: hands on the values. A cell without text is none, but in a column of texts a quoted one is an empty text. */
final class CsvRows implements CsvCells {

    private final CsvTypes types;
    private final RowSink rows;
    private final CellIntegers integers = new CellIntegers();
    private List<String> names = List.of();
    private int[] columns = {};

    CsvRows(CsvTypes types, RowSink rows) {
        this.types = types;
        this.rows = rows;
    }

    @Override
    public void header(List<String> given) {
        names = given;
        columns = given.stream().mapToInt(rows::column).toArray();
    }

    @Override
    public void cell(int column, char[] text, int from, int length, boolean isQuoted) throws DatasetException {
        CellType type = types.of(column);
        if (type == CellType.TEXT) {
            if (length > 0 || isQuoted) {
                rows.text(columns[column], new String(text, from, length));
            }
            return;
        }
        int begin = CellType.begin(text, from, from + length);
        int end = CellType.end(text, begin, from + length);
        if (begin < end) {
            value(column, type, text, begin, end);
        }
    }

    private void value(int column, CellType type, char[] text, int from, int to) throws DatasetException {
        int target = columns[column];
        switch (type) {
            case FLAG -> rows.flag(target, text[from] == 't' || text[from] == 'T');
            case INTEGER -> rows.integer(target, CellNumber.parseWhole(text, from, to));
            case NUMBER -> rows.number(target, CellNumber.parse(text, from, to));
            case INTEGERS -> {
                integers.parse(names.get(column), text, from, to);
                rows.integers(target, integers.values(), 0, integers.count());
            }
            default -> throw new IllegalStateException("a value in a column without");
        }
    }

    @Override
    public boolean endRow() throws DatasetException {
        rows.endRow();
        return true;
    }
}
