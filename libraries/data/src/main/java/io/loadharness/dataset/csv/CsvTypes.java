// SPDX-License-Identifier: Apache-2.0
package io.loadharness.dataset.csv;

import java.util.Arrays;
import java.util.List;

/** The first pass over a CSV file: determines the types of the columns. */
final class CsvTypes implements CsvRecords.CellSink {

    private static final int FIRST_ROWS = 1000;

    private final boolean isGuess;
    private CellType[] types = {};
    private int rows;

    private CsvTypes(boolean isGuess) {
        this.isGuess = isGuess;
    }

    /** Creates a pass that reads only the first {@value #FIRST_ROWS} rows. */
    static CsvTypes ofFirstRows() {
        return new CsvTypes(true);
    }

    /**
     * Creates a pass over all rows. It reads at least the first {@value #FIRST_ROWS} rows. It ends as soon as all columns have the type
     * text or list, because these types are final.
     */
    static CsvTypes ofAllRows() {
        return new CsvTypes(false);
    }

    /** Returns true if the pass reads only the first rows. */
    boolean isGuess() {
        return isGuess;
    }

    /** Returns the type of a column, derived from the cells that the pass has read. */
    CellType of(int column) {
        return types[column];
    }

    @Override
    public void header(List<String> names) {
        types = new CellType[names.size()];
        Arrays.fill(types, CellType.NONE);
    }

    @Override
    public void cell(int column, byte[] text, int from, int to, boolean isQuoted) {
        CellType type = types[column];
        if (type != CellType.TEXT) {
            types[column] = type.and(CellType.of(text, from, to));
        }
    }

    @Override
    public boolean endRow() {
        rows++;
        return rows < FIRST_ROWS || (!isGuess && !Arrays.stream(types).allMatch(CsvTypes::isFinal));
    }

    /**
     * Returns true if the pass does not need more cells to determine a type. A column with a string stays a text column. A column that
     * contains only lists in the first {@value #FIRST_ROWS} rows is treated as a list column; the second pass rejects other values in it.
     */
    private static boolean isFinal(CellType type) {
        return type == CellType.TEXT || type == CellType.INTEGERS;
    }
}
