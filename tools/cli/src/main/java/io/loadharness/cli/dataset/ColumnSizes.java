package io.loadharness.cli.dataset;

import io.loadharness.dataset.DatasetColumn;
import io.loadharness.dataset.FlagColumn;
import io.loadharness.dataset.IntListColumn;
import io.loadharness.dataset.IntegerColumn;
import io.loadharness.dataset.NumberColumn;
import io.loadharness.dataset.TextColumn;
import io.loadharness.report.Quantity;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;

/** How large the values of a column are: numbers by their value, lists by their elements, texts by their bytes. */
final class ColumnSizes {

    private static final String NONE = "";

    private final int missing;
    private final double[] sorted;

    private ColumnSizes(int missing, double[] sorted) {
        this.missing = missing;
        this.sorted = sorted;
    }

    static ColumnSizes of(DatasetColumn column) {
        IntToDoubleFunction size = sizeOf(column);
        double[] sorted = IntStream.range(0, column.rows())
                .filter(row -> !column.isMissing(row))
                .mapToDouble(size)
                .filter(Double::isFinite)
                .sorted()
                .toArray();
        return new ColumnSizes(
                (int) IntStream.range(0, column.rows())
                        .filter(column::isMissing)
                        .count(),
                column instanceof FlagColumn ? new double[0] : sorted);
    }

    private static IntToDoubleFunction sizeOf(DatasetColumn column) {
        if (column instanceof IntListColumn lists) {
            return lists::length;
        }
        if (column instanceof TextColumn texts) {
            return texts::byteLength;
        }
        if (column instanceof IntegerColumn numbers) {
            return numbers::get;
        }
        return column instanceof NumberColumn numbers ? numbers::get : row -> 0;
    }

    /** The sizes of the values that there are, in order. */
    double[] sorted() {
        return sorted;
    }

    /** How many rows have none. */
    int missing() {
        return missing;
    }

    String least() {
        return at(0);
    }

    String median() {
        return at(sorted.length / 2);
    }

    String most() {
        return at(sorted.length - 1);
    }

    private String at(int position) {
        return sorted.length == 0 ? NONE : Quantity.number(sorted[position]);
    }
}
