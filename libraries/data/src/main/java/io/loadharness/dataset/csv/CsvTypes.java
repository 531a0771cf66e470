// SPDX-License-Identifier: Apache-2.0
package io.loadharness.dataset.csv;

import java.util.Arrays;
import java.util.List;

/** The first pass: looks what the columns hold. */
final class CsvTypes implements CsvRecords.CellSink {

    private static final int SETTLING_ROWS = 1000;

    private final boolean isGuess;
    private CellType[] types = {};
    private int rows;

    private CsvTypes(boolean isGuess) {
        this.isGuess = isGuess;
    }

    /** Of the first rows. */
    static CsvTypes ofFirst() {
        return new CsvTypes(true);
    }

    /** To the end of the file, unless there are but texts and lists. */
    static CsvTypes ofAll() {
        return new CsvTypes(false);
    }

    /** Whether there are cells that were not looked at. */
    boolean isGuess() {
        return isGuess;
    }

    /** What all cells of the column are, as far as the pass came. */
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
        return rows < SETTLING_ROWS || (!isGuess && !Arrays.stream(types).allMatch(CsvTypes::isSettled));
    }

    /** A text stays one, and after many lists anything else is a mistake that the second pass names. */
    private static boolean isSettled(CellType type) {
        return type == CellType.TEXT || type == CellType.INTEGERS;
    }
}
