package io.loadharness.dataset.csv;

import io.loadharness.dataset.DatasetException;
import java.nio.charset.CharacterCodingException;
import java.util.List;

/** Takes what stands in a CSV file, cell by cell. */
interface CsvCells {

    /** Begins, with the names of the columns. */
    void header(List<String> names) throws DatasetException;

    /** Takes the bytes from {@code text[from]} to before {@code text[to]}, which are the caller's again afterwards. */
    void cell(int column, byte[] text, int from, int to, boolean isQuoted)
            throws DatasetException, CharacterCodingException;

    /**
     * Takes a cell that is nothing but a number, if it is to be one, before its end was looked for.
     *
     * @return where it ends; {@code from} if it was not taken
     */
    default int number(int column, byte[] text, int from, int limit) throws DatasetException {
        return from;
    }

    /**
     * Ends a row in which every column had its cell.
     *
     * @return whether to go on; a pass may have seen enough
     */
    boolean endRow() throws DatasetException;
}
