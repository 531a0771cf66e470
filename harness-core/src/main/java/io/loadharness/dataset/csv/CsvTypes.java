package io.loadharness.dataset.csv;

import java.util.Arrays;
import java.util.List;

/** The first pass: looks what the columns hold, to the end of the file unless there are but texts and lists. */
final class CsvTypes implements CsvCells {

    private static final int SETTLING_ROWS = 1000;

    private CellType[] types = {};
    private int rows;

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
    public void cell(int column, char[] text, int from, int length, boolean isQuoted) {
        CellType type = types[column];
        if (type != CellType.TEXT) {
            types[column] = type.and(CellType.of(text, from, from + length));
        }
    }

    @Override
    public boolean endRow() {
        rows++;
        return rows < SETTLING_ROWS || !Arrays.stream(types).allMatch(CsvTypes::isSettled);
    }

    /** A text stays one, and after many lists anything else is a mistake that the second pass names. */
    private static boolean isSettled(CellType type) {
        return type == CellType.TEXT || type == CellType.INTEGERS;
    }
}
