// SPDX-License-Identifier: Apache-2.0
package io.loadharness.dataset.csv;

import java.util.Arrays;
import java.util.List;

/** The first pass: determines the types of the columns. */
final class CsvTypes implements CsvRecords.CellSink {

    private static final int FIRST_ROWS = 1000;

    private final boolean isGuess;
    private CellType[] types = {};
    private int rows;

    private CsvTypes(boolean isGuess) {
        this.isGuess = isGuess;
    }

    /** Creates a pass over the first rows. */
    static CsvTypes ofFirstRows() {
        return new CsvTypes(true);
    }

    /** Creates a pass over all rows; it ends earlier if all columns are texts or lists. */
    static CsvTypes ofAllRows() {
        return new CsvTypes(false);
    }

    /** Returns true if the pass covers only the first rows. */
    boolean isGuess() {
        return isGuess;
    }

    /** Returns the type of all cells of a column that the pass has seen. */
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
     * Returns true if additional cells cannot change a type. Texts stay texts. After many rows of lists, the type stays a list, and the
     * second pass rejects any other value.
     */
    private static boolean isFinal(CellType type) {
        return type == CellType.TEXT || type == CellType.INTEGERS;
    }
}
