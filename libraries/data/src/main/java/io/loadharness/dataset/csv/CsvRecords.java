package io.loadharness.dataset.csv;

import io.loadharness.dataset.DatasetException;
import java.nio.charset.CharacterCodingException;
import java.util.ArrayList;
import java.util.List;

/** Checks records as the parser finds them, and hands on their cells. Used for one pass over a file. */
final class CsvRecords implements CsvRecordSink {

    private final CsvCells cells;
    private final CsvSeparator separator;
    private final List<String> names = new ArrayList<>();
    private boolean hasHeader;
    private long line = 1;

    CsvRecords(CsvCells cells, CsvSeparator separator) {
        this.cells = cells;
        this.separator = separator;
    }

    /** Where the record that is being read begins. */
    long line() {
        return line;
    }

    @Override
    public void begin(long atLine) {
        line = atLine;
    }

    @Override
    public void cell(int column, byte[] text, int from, int to, boolean isQuoted)
            throws DatasetException, CharacterCodingException {
        if (!hasHeader) {
            names.add(CellText.of(text, from, to));
        } else if (column < names.size()) {
            cells.cell(column, text, from, to, isQuoted);
        }
    }

    @Override
    public int number(int column, byte[] text, int from, int limit) throws DatasetException {
        return column < names.size() && hasHeader ? cells.number(column, text, from, limit) : from;
    }

    @Override
    public boolean end(int count) throws DatasetException {
        if (!hasHeader) {
            CsvHeader.check(names);
            cells.header(names);
            hasHeader = true;
            return true;
        }
        if (count != names.size()) {
            throw DatasetException.at(
                    "line " + line,
                    counted(count) + ", and the header has " + counted(names.size()) + ": a cell in which a "
                            + separator.noun + " stands must be quoted");
        }
        return cells.endRow();
    }

    /** Called behind the last. */
    void checkEnd() throws DatasetException {
        if (!hasHeader) {
            throw DatasetException.of("the file is empty: its first line must name the columns");
        }
    }

    private static String counted(int cells) {
        return cells == 1 ? "1 cell" : cells + " cells";
    }
}
