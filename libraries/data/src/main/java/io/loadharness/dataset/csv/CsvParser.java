// SPDX-License-Identifier: Apache-2.0
package io.loadharness.dataset.csv;

import io.loadharness.dataset.DatasetException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.CharacterCodingException;
import java.util.Arrays;

/**
 * Splits the bytes of a CSV file (RFC 4180) into cells. Accepts any line ending, skips empty lines, and treats quotes in cells that do not
 * start with a quote as plain characters. Each instance reads one file once.
 */
final class CsvParser {

    /** The maximum number of bytes of a cell. */
    private static final int MAX_CELL_LENGTH = 1 << 26;

    private static final int NONE = -1;

    private final InputStream in;
    private final RecordSink records;
    private final byte separator;
    private final boolean[] endsCell = new boolean[1 << Byte.SIZE];

    private byte[] buffer = new byte[1 << 16];
    private int start;
    private int at;
    private int end;
    private long line = 1;
    private long recordLine;
    private boolean isQuoted;

    CsvParser(InputStream in, CsvSeparator separator, RecordSink records) {
        this.in = in;
        this.records = records;
        this.separator = (byte) separator.character;
        for (int each = 0; each <= Byte.MAX_VALUE; each++) {
            endsCell[each] = separator.endsCell((byte) each);
        }
    }

    /** Reads records until the file ends or {@link RecordSink#endRecord} returns false. */
    void parse() throws IOException {
        boolean continues = true;
        for (int next = peek(); continues && next != NONE; next = peek()) {
            if (next == '\n' || next == '\r') {
                endLine();
            } else {
                continues = record();
            }
        }
    }

    private boolean record() throws IOException {
        recordLine = line;
        records.startRecord(line);
        int cells = 0;
        boolean hasMore = true;
        while (hasMore) {
            if (peek() == '"') {
                quoted(cells);
            } else if (!number(cells)) {
                plain(cells);
            }
            cells++;
            hasMore = peek() == separator;
            at += hasMore ? 1 : 0;
        }
        if (at < end) {
            endLine();
        }
        return records.endRecord(cells);
    }

    private boolean number(int cell) throws IOException {
        int next = at < end ? records.number(cell, buffer, at, end) : at;
        boolean isTaken = next > at;
        at = next;
        return isTaken;
    }

    private void plain(int cell) throws IOException {
        isQuoted = false;
        start = at;
        do {
            int next = at;
            while (next < end && !endsCell[buffer[next] & 0xff]) {
                next++;
            }
            at = next;
        } while (at == end && fill());
        records.cell(cell, buffer, start, at, false);
    }

    private void quoted(int cell) throws IOException {
        isQuoted = true;
        at++;
        start = at;
        int kept = 0;
        while (true) {
            int from = at - start;
            skipToQuote();
            int length = at - start - from;
            if (kept < from) {
                System.arraycopy(buffer, start + from, buffer, start + kept, length);
            }
            kept += length;
            at++;
            if (peekWithinCell() != '"') {
                break;
            }
            buffer[start + kept++] = '"';
            at++;
        }
        if (at < end && !endsCell[buffer[at] & 0xff]) {
            throw malformed();
        }
        records.cell(cell, buffer, start, start + kept, true);
    }

    /** Moves to the next quote within a quoted cell. */
    private void skipToQuote() throws IOException {
        while (true) {
            int next = at;
            while (next < end && buffer[next] != '"') {
                line += buffer[next] == '\r' || (buffer[next] == '\n' && !isAfterReturn(next)) ? 1 : 0;
                next++;
            }
            at = next;
            if (at < end) {
                return;
            }
            if (!fill()) {
                throw malformed();
            }
        }
    }

    private boolean isAfterReturn(int position) {
        return position > start && buffer[position - 1] == '\r';
    }

    private void endLine() throws IOException {
        boolean isReturn = buffer[at++] == '\r';
        if (isReturn && peek() == '\n') {
            at++;
        }
        line++;
    }

    /** Returns the byte after a cell or at the start of a line, without moving past this byte. */
    private int peek() throws IOException {
        if (at < end) {
            return buffer[at];
        }
        start = at;
        return fill() ? buffer[at] : NONE;
    }

    private int peekWithinCell() throws IOException {
        return at < end || fill() ? buffer[at] : NONE;
    }

    /**
     * Reads more bytes into the buffer, after the bytes of the current cell. The bytes of the cell may move. Returns false at the end of
     * the file.
     */
    private boolean fill() throws IOException {
        if (start > 0) {
            System.arraycopy(buffer, start, buffer, 0, end - start);
            at -= start;
            end -= start;
            start = 0;
        } else if (end == buffer.length) {
            if (buffer.length >= MAX_CELL_LENGTH) {
                throw tooLong();
            }
            buffer = Arrays.copyOf(buffer, 2 * buffer.length);
        }
        int got = in.read(buffer, end, buffer.length - end);
        end += Math.max(0, got);
        return got > 0;
    }

    private DatasetException tooLong() {
        return DatasetException.at(
                "line " + recordLine,
                "a cell has more than " + MAX_CELL_LENGTH + " bytes, the maximum"
                        + (isQuoted ? ": if its closing quote is missing, add it" : ""));
    }

    private DatasetException malformed() {
        return DatasetException.at(
                "line " + recordLine,
                "the closing quote of a cell is missing or not followed by a separator: double the quotes within a"
                        + " cell");
    }

    /** Receives cells. */
    interface Cells {

        /** Receives a cell. The bytes of the cell are {@code text[from]} to {@code text[to - 1]}. They are valid only during the call. */
        void cell(int column, byte[] text, int from, int to, boolean isQuoted)
                throws DatasetException, CharacterCodingException;

        /**
         * Offers the start of a cell to a receiver that expects a number. The parser has not yet searched for the end of the cell.
         *
         * @param from the start of the cell
         * @param limit the end of the buffered text
         * @return the end of the cell if the receiver has read it as a number; {@code from} if the parser must deliver the cell by
         *     {@link #cell}
         */
        default int number(int column, byte[] text, int from, int limit) throws DatasetException {
            return from;
        }
    }

    /** Receives the records of a CSV file, cell by cell. */
    interface RecordSink extends Cells {

        /**
         * Called before the first cell of a record.
         *
         * @param line the number of the first line of the record, counted from 1
         */
        void startRecord(long line);

        /**
         * Called after the last cell of a record.
         *
         * @param cells the number of cells of the record
         * @return true to continue with the next record
         */
        boolean endRecord(int cells) throws DatasetException;
    }
}
