// SPDX-License-Identifier: Apache-2.0
package io.loadharness.dataset.csv;

import io.loadharness.dataset.DatasetException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Checks that a CSV file has a header and that each record has as many cells as the header. Forwards the cells of the valid records. Each
 * instance reads one file once.
 */
final class CsvRecords implements CsvParser.RecordSink {

    /** The character with which Java replaces bytes that are not UTF-8. A valid text may also contain this character. */
    private static final char REPLACEMENT = '\uFFFD';

    private final CellSink cells;
    private final CsvSeparator separator;
    private final List<String> names = new ArrayList<>();
    private boolean hasHeader;
    private long line = 1;

    CsvRecords(CellSink cells, CsvSeparator separator) {
        this.cells = cells;
        this.separator = separator;
    }

    /** Returns the number of the first line of the current record. */
    long line() {
        return line;
    }

    @Override
    public void startRecord(long atLine) {
        line = atLine;
    }

    @Override
    public void cell(int column, byte[] text, int from, int to, boolean isQuoted)
            throws DatasetException, CharacterCodingException {
        if (!hasHeader) {
            names.add(text(text, from, to));
        } else if (column < names.size()) {
            cells.cell(column, text, from, to, isQuoted);
        }
    }

    @Override
    public int number(int column, byte[] text, int from, int limit) throws DatasetException {
        return column < names.size() && hasHeader ? cells.number(column, text, from, limit) : from;
    }

    @Override
    public boolean endRecord(int count) throws DatasetException {
        if (!hasHeader) {
            checkHeader(names);
            cells.header(names);
            hasHeader = true;
            return true;
        }
        if (count != names.size()) {
            throw DatasetException.at(
                    "line " + line,
                    counted(count) + ", but the header has " + counted(names.size()) + ": cells that contain a "
                            + separator.noun + " must be quoted");
        }
        return cells.endRow();
    }

    /** Checks that the file has a header. Called after the last record. */
    void checkEnd() throws DatasetException {
        if (!hasHeader) {
            throw DatasetException.of("the file is empty: its first line must contain the column names");
        }
    }

    private static String counted(int cells) {
        return cells == 1 ? "1 cell" : cells + " cells";
    }

    /** Receives the cells of a CSV file. */
    interface CellSink extends CsvParser.Cells {

        /** Receives the names of the columns. Called before the first cell. */
        void header(List<String> names) throws DatasetException;

        /**
         * Called after the last cell of a row. The row has one cell per column.
         *
         * @return true to continue with the next row
         */
        boolean endRow() throws DatasetException;
    }

    private static void checkHeader(List<String> names) throws DatasetException {
        Set<String> seen = new HashSet<>();
        for (int i = 0; i < names.size(); i++) {
            String name = names.get(i);
            if (name.isBlank()) {
                throw DatasetException.of("column " + (i + 1) + " has no name in the first line"
                        + (i == 0
                                ? ": name it, or, if it is the index of pandas, write the file with to_csv(..., index=False)"
                                : ""));
            }
            byte[] text = name.getBytes(StandardCharsets.UTF_8);
            if (CellType.of(text, 0, text.length) != CellType.TEXT) {
                throw DatasetException.of("the first line must contain the column names, but \"" + name
                        + "\" looks like a value: add a header line");
            }
            if (!seen.add(name)) {
                throw DatasetException.of("two columns are named \"" + name + "\"");
            }
        }
    }

    static String text(byte[] text, int from, int to) throws CharacterCodingException {
        String value = new String(text, from, to - from, StandardCharsets.UTF_8);
        return value.indexOf(REPLACEMENT) < 0
                ? value
                : StandardCharsets.UTF_8
                        .newDecoder()
                        .decode(ByteBuffer.wrap(text, from, to - from))
                        .toString();
    }
}
