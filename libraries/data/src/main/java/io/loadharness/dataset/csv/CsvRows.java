// SPDX-License-Identifier: Apache-2.0
package io.loadharness.dataset.csv;

import io.loadharness.dataset.DatasetException;
import io.loadharness.dataset.RowSink;
import java.nio.charset.CharacterCodingException;
import java.util.List;

/** The second pass: hands on the values. A cell without text is none, but in a column of texts a quoted one is an empty text. */
final class CsvRows implements CsvRecords.CellSink {

    private final CsvTypes types;
    private final CsvSeparator separator;
    private final RowSink rows;
    private final CellIntegers integers = new CellIntegers();
    private final CellNumber number = new CellNumber();
    private boolean disagrees;
    private List<String> names = List.of();
    private int[] columns = {};

    CsvRows(CsvTypes types, CsvSeparator separator, RowSink rows) {
        this.separator = separator;
        this.types = types;
        this.rows = rows;
    }

    /** Whether a cell was not of the type that was guessed, where the pass has ended then. */
    boolean disagrees() {
        return disagrees;
    }

    @Override
    public void header(List<String> given) {
        names = given;
        columns = given.stream().mapToInt(rows::column).toArray();
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
        int begin = CellType.begin(text, from, to);
        int end = CellType.end(text, begin, to);
        if (begin < end) {
            value(column, type, text, begin, end);
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
            rows.number(columns[column], number.value());
        }
        return to;
    }

    private void value(int column, CellType type, byte[] text, int from, int to) throws DatasetException {
        int target = columns[column];
        switch (type) {
            case INTEGER, NUMBER -> number(target, type, text, from, to);
            case INTEGERS -> list(column, text, from, to);
            case FLAG -> {
                if (agrees(type, text, from, to)) {
                    rows.flag(target, text[from] == 't' || text[from] == 'T');
                }
            }
            default -> disagrees = true;
        }
    }

    private void number(int target, CellType type, byte[] text, int from, int to) throws DatasetException {
        CellType found = number.read(text, from, to);
        if (type == CellType.INTEGER && found == CellType.INTEGER) {
            rows.integer(target, number.whole());
        } else if (type == CellType.NUMBER && found != CellType.TEXT) {
            rows.number(target, number.value());
        } else {
            disagrees = true;
        }
    }

    private void list(int column, byte[] text, int from, int to) throws DatasetException {
        if (!types.isGuess() || agrees(CellType.INTEGERS, text, from, to)) {
            integers.parse(names.get(column), text, from, to);
            rows.integers(columns[column], integers.values(), 0, integers.count());
        }
    }

    private boolean agrees(CellType type, byte[] text, int from, int to) {
        boolean agrees = CellType.of(text, from, to) == type;
        disagrees |= !agrees;
        return agrees;
    }

    @Override
    public boolean endRow() throws DatasetException {
        if (!disagrees) {
            rows.endRow();
        }
        return !disagrees;
    }
}
