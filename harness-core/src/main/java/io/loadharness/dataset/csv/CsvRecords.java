package io.loadharness.dataset.csv;

import de.siegmar.fastcsv.reader.AbstractBaseCsvCallbackHandler;
import de.siegmar.fastcsv.reader.RecordType;
import io.loadharness.dataset.DatasetException;
import java.util.ArrayList;
import java.util.List;

/** Checks records as the CSV library finds them, and hands on their cells. Used for one pass over a file. */
final class CsvRecords extends AbstractBaseCsvCallbackHandler<CsvRecords> {

    private final CsvCells cells;
    private final CsvSeparator separator;
    private final List<String> names = new ArrayList<>();
    private boolean hasHeader;
    private boolean isComplete;

    /** The library would hide it in an exception of its own. */
    private DatasetException failure;

    CsvRecords(CsvCells cells, CsvSeparator separator) {
        this.cells = cells;
        this.separator = separator;
    }

    /** Where the record that was read last begins. */
    long line() {
        return getStartingLineNumber();
    }

    /** Called after each record; returns whether the pass has seen enough. */
    boolean isComplete() throws DatasetException {
        if (failure != null) {
            throw failure;
        }
        return isComplete;
    }

    /** Called after the last. */
    void checkEnd() throws DatasetException {
        if (!hasHeader) {
            throw DatasetException.of("the file is empty: its first line must name the columns");
        }
    }

    @Override
    protected void handleField(int column, char[] text, int from, int length, boolean isQuoted) {
        if (failure != null) {
            return;
        }
        try {
            if (!hasHeader) {
                names.add(new String(text, from, length));
            } else if (column < names.size()) {
                cells.cell(column, text, from, length, isQuoted);
            }
        } catch (DatasetException e) {
            failure = e;
        }
    }

    @Override
    protected CsvRecords buildRecord() {
        if (failure == null && getRecordType() == RecordType.DATA) {
            try {
                endRecord();
            } catch (DatasetException e) {
                failure = e;
            }
        }
        return this;
    }

    private void endRecord() throws DatasetException {
        if (!hasHeader) {
            CsvHeader.check(names);
            cells.header(names);
            hasHeader = true;
        } else if (getFieldCount() == names.size()) {
            isComplete = !cells.endRow();
        } else {
            throw DatasetException.at(
                    "line " + line(),
                    counted(getFieldCount()) + ", and the header has " + counted(names.size()) + ": a cell in which a "
                            + separator.noun + " stands must be quoted");
        }
    }

    private static String counted(int cells) {
        return cells == 1 ? "1 cell" : cells + " cells";
    }
}
