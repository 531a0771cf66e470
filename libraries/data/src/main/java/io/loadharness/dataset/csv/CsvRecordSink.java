package io.loadharness.dataset.csv;

import io.loadharness.dataset.DatasetException;
import java.nio.charset.CharacterCodingException;

/** Takes what the parser finds. */
interface CsvRecordSink {

    /** A record begins in a line, counted from 1. */
    void begin(long line);

    /** Takes a cell of it: the bytes from {@code text[from]} to before {@code text[to]}, which are the caller's again afterwards. */
    void cell(int column, byte[] text, int from, int to, boolean isQuoted)
            throws DatasetException, CharacterCodingException;

    /**
     * Takes a cell of it that is nothing but a number, if it is to be one, before its end was looked for.
     *
     * @param from where it begins
     * @param limit where the text ends that is known of
     * @return where the cell ends; {@code from} if it was not taken
     */
    default int number(int column, byte[] text, int from, int limit) throws DatasetException {
        return from;
    }

    /**
     * The record ends, which had so many cells.
     *
     * @return whether to go on
     */
    boolean end(int cells) throws DatasetException;
}
