// SPDX-License-Identifier: Apache-2.0
package io.loadharness.dataset.csv;

import io.loadharness.dataset.DatasetException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.CharacterCodingException;
import java.util.Arrays;

/**
 * Finds the cells of CSV as RFC 4180 has it, in bytes; any line end will do, empty lines are none, and a quote within a cell that does not
 * begin with one is a character like others. For one pass over a file.
 */
final class CsvParser {

    /** As many bytes as a cell may have. */
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
    private long began;

    CsvParser(InputStream in, CsvSeparator separator, RecordSink records) {
        this.in = in;
        this.records = records;
        this.separator = (byte) separator.character;
        for (int each = 0; each <= Byte.MAX_VALUE; each++) {
            endsCell[each] = separator.endsCell((byte) each);
        }
    }

    /** Reads until there are no more records, or enough. */
    void parse() throws IOException {
        boolean goesOn = true;
        for (int next = peek(); goesOn && next != NONE; next = peek()) {
            if (next == '\n' || next == '\r') {
                endLine();
            } else {
                goesOn = record();
            }
        }
    }

    private boolean record() throws IOException {
        began = line;
        records.begin(line);
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
        return records.end(cells);
    }

    private boolean number(int cell) throws IOException {
        int next = at < end ? records.number(cell, buffer, at, end) : at;
        boolean isTaken = next > at;
        at = next;
        return isTaken;
    }

    private void plain(int cell) throws IOException {
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
        at++;
        start = at;
        int kept = 0;
        while (true) {
            int from = at - start;
            toQuote();
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

    /** Goes to the next quote. */
    private void toQuote() throws IOException {
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

    private boolean isAfterReturn(int place) {
        return place > start && buffer[place - 1] == '\r';
    }

    private void endLine() throws IOException {
        boolean isReturn = buffer[at++] == '\r';
        if (isReturn && peek() == '\n') {
            at++;
        }
        line++;
    }

    /** The next byte outside of cells. */
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

    /** Gets more bytes behind those of the cell, whose place may change; returns whether there are any. */
    private boolean fill() throws IOException {
        if (start > 0) {
            System.arraycopy(buffer, start, buffer, 0, end - start);
            at -= start;
            end -= start;
            start = 0;
        } else if (end == buffer.length) {
            if (buffer.length >= MAX_CELL_LENGTH) {
                throw malformed();
            }
            buffer = Arrays.copyOf(buffer, 2 * buffer.length);
        }
        int got = in.read(buffer, end, buffer.length - end);
        end += Math.max(0, got);
        return got > 0;
    }

    private DatasetException malformed() {
        return DatasetException.at(
                "line " + began,
                "the closing quote of a cell is missing, or something follows it: quotes within a cell are written twice");
    }

    /** Receives cells. */
    interface Cells {

        /** Takes the bytes from {@code text[from]} to before {@code text[to]}, which are the caller's again afterwards. */
        void cell(int column, byte[] text, int from, int to, boolean isQuoted)
                throws DatasetException, CharacterCodingException;

        /**
         * Takes a cell that is nothing but a number, if it is to be one, before its end was looked for.
         *
         * @param from where it begins
         * @param limit where the text ends that is known of
         * @return where the cell ends; {@code from} if it was not taken
         */
        default int number(int column, byte[] text, int from, int limit) throws DatasetException {
            return from;
        }
    }

    /** Receives the records that the parser finds. */
    interface RecordSink extends Cells {

        /** A record begins in a line, counted from 1. */
        void begin(long line);

        /**
         * Ends the record.
         *
         * @return whether to go on
         */
        boolean end(int cells) throws DatasetException;
    }
}
