package io.loadharness.dataset.csv;

import java.util.Arrays;
import java.util.List;

/** The first pass: looks what the columns hold. */
final class CsvTypes implements CsvCells {

    private CellType[] types = {};

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
    public void endRow() {}
}
