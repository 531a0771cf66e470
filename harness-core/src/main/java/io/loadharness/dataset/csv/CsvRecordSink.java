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
     * The record ends, which had so many cells.
     *
     * @return whether to go on
     */
    boolean end(int cells) throws DatasetException;
}
