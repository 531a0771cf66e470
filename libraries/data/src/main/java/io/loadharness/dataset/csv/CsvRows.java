// SPDX-License-Identifier: Apache-2.0
package io.loadharness.dataset.csv;

import io.loadharness.dataset.DatasetException;
import io.loadharness.dataset.IntegerColumn;
import io.loadharness.dataset.RowSink;
import java.nio.charset.CharacterCodingException;
import java.util.List;

/**
 * The second pass over a CSV file: writes the values to a sink. An empty cell is a missing value. In a text column, an empty cell in quotes
 * is an empty text.
 */
final class CsvRows implements CsvRecords.CellSink {

    private final CsvTypes types;
    private final CsvSeparator separator;
    private final RowSink rows;
    private final CellIntegers integers = new CellIntegers();
    private final CellNumber number = new CellNumber();
    private boolean hasTypeConflict;
    private List<String> names = List.of();
    private int[] columns = {};

    CsvRows(CsvTypes types, CsvSeparator separator, RowSink rows) {
        this.separator = separator;
        this.types = types;
        this.rows = rows;
    }

    /** Returns true if the pass ended early because a cell did not have the guessed type. */
    boolean hasTypeConflict() {
        return hasTypeConflict;
    }

    @Override
    public void header(List<String> columnNames) {
        names = columnNames;
        columns = columnNames.stream().mapToInt(rows::column).toArray();
    }

    @Override
    public void cell(int column, byte[] text, int from, int to, boolean isQuoted)
            throws DatasetException, CharacterCodingException {
        CellType type = types.of(column);
        if (type == CellType.TEXT) {
            if (to > from || isQuoted) {
                rows.text(columns[column], CsvRecords.text(text, from, to));
            }
            return;
        }
        int start = CellType.trimmedStart(text, from, to);
        int end = CellType.trimmedEnd(text, start, to);
        if (start < end) {
            value(column, type, text, start, end);
        }
    }

    @Override
    public int number(int column, byte[] text, int from, int limit) throws DatasetException {
        CellType type = types.of(column);
        if (type != CellType.INTEGER && type != CellType.NUMBER) {
            return from;
        }
        int to = number.readDigits(text, from, limit);
        boolean isCell = to > from && to < limit && separator.endsCell(text[to]);
        if (!isCell || (type == CellType.INTEGER && !number.isWhole())) {
            return from;
        }
        if (type == CellType.INTEGER) {
            rows.integer(columns[column], number.whole());
        } else {
            rows.number(columns[column], fraction(column));
        }
        return to;
    }

    private void value(int column, CellType type, byte[] text, int from, int to) throws DatasetException {
        int target = columns[column];
        switch (type) {
            case INTEGER, NUMBER -> number(column, type, text, from, to);
            case INTEGERS -> list(column, text, from, to);
            case FLAG -> {
                if (hasType(type, text, from, to)) {
                    rows.flag(target, text[from] == 't' || text[from] == 'T');
                }
            }
            default -> hasTypeConflict = true;
        }
    }

    private void number(int column, CellType type, byte[] text, int from, int to) throws DatasetException {
        CellType found = number.read(text, from, to);
        if (type == CellType.INTEGER && found == CellType.INTEGER) {
            rows.integer(columns[column], number.whole());
        } else if (type == CellType.NUMBER && found != CellType.TEXT) {
            rows.number(columns[column], fraction(column));
        } else {
            hasTypeConflict = true;
        }
    }

    /** Returns the number in a column with fractions. Rejects integers that would be rounded. */
    private double fraction(int column) throws DatasetException {
        return number.isWhole() ? IntegerColumn.exact(names.get(column), number.whole()) : number.value();
    }

    private void list(int column, byte[] text, int from, int to) throws DatasetException {
        if (!types.isGuess() || hasType(CellType.INTEGERS, text, from, to)) {
            integers.parse(names.get(column), text, from, to);
            rows.integers(columns[column], integers.values(), 0, integers.count());
        }
    }

    private boolean hasType(CellType type, byte[] text, int from, int to) {
        boolean hasType = CellType.of(text, from, to) == type;
        hasTypeConflict |= !hasType;
        return hasType;
    }

    @Override
    public boolean endRow() throws DatasetException {
        if (!hasTypeConflict) {
            rows.endRow();
        }
        return !hasTypeConflict;
    }
}
