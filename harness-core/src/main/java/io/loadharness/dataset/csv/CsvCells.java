package io.loadharness.dataset.csv;

import io.loadharness.dataset.DatasetException;
import java.util.List;

/** Takes what stands in a CSV file, cell by cell. */
interface CsvCells {

    /** Begins, with the names of the columns. */
    void header(List<String> names) throws DatasetException;

    /** Takes the {@code length} characters from {@code text[from]} on, which are the caller's again afterwards. */
    void cell(int column, char[] text, int from, int length, boolean isQuoted) throws DatasetException;

    /**
     * Ends a row in which every column had its cell.
     *
     * @return whether to go on; a pass may have seen enough
     */
    boolean endRow() throws DatasetException;
}
