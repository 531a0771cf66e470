// SPDX-License-Identifier: Apache-2.0
package io.loadharness.dataset;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The columns of a data set, and the lengths of its prompts.
 *
 * @param format the format of the file: {@link Dataset#format}
 * @param rows the number of rows, at least 1
 * @param columns the columns in the order of the file
 * @param lengths the lengths of the prompts; empty if the data set has no column of prompts or lengths, if all lengths are equal, or if a
 *     value is too large for a length
 */
public record DatasetSummary(String format, int rows, List<ColumnSummary> columns, Optional<LengthHistogram> lengths) {

    /**
     * The values of a column.
     *
     * @param name the name in the file
     * @param type the type: {@link DatasetColumn#type}
     * @param meaning the meaning of the column for a run, if it has one
     * @param missing the number of rows without a value
     * @param sizes the sizes of the values; empty if all values are missing, or if the values are booleans
     */
    public record ColumnSummary(
            String name, String type, Optional<StandardColumn> meaning, int missing, Optional<Sizes> sizes) {

        public ColumnSummary {
            Objects.requireNonNull(name, "name");
            Objects.requireNonNull(type, "type");
            Objects.requireNonNull(meaning, "meaning");
            Objects.requireNonNull(sizes, "sizes");
        }
    }

    /**
     * The sizes of the values of a column. The size of a number is its value, the size of a list is the number of elements, and the size of
     * a string is the number of bytes in UTF-8.
     *
     * @param min the minimum
     * @param median the median; the upper value if there are two middle values
     * @param max the maximum
     */
    public record Sizes(double min, double median, double max) {}

    /**
     * The number of prompts in each range of lengths.
     *
     * @param column the name of the column with the lengths
     * @param bars the adjacent ranges of equal width, in ascending order
     */
    public record LengthHistogram(String column, List<Bar> bars) {

        public LengthHistogram {
            Objects.requireNonNull(column, "column");
            bars = List.copyOf(bars);
        }
    }

    /**
     * The number of prompts in one range of lengths.
     *
     * @param from the smallest length of the range
     * @param to the largest length of the range
     * @param count the number of prompts
     */
    public record Bar(long from, long to, long count) {}

    private static final int BARS = 12;
    /** The limit up to which a double represents each integer exactly. Larger values are not treated as lengths. */
    private static final double MAX_LENGTH = 1L << 53;

    public DatasetSummary {
        Objects.requireNonNull(format, "format");
        columns = List.copyOf(columns);
        Objects.requireNonNull(lengths, "lengths");
    }

    /** Summarizes a data set. Reads all values. */
    public static DatasetSummary of(Dataset dataset) {
        List<ColumnSummary> columns = new ArrayList<>();
        for (String name : dataset.columnNames()) {
            DatasetColumn column = dataset.column(name);
            columns.add(new ColumnSummary(
                    name, column.type(), meaning(dataset, name), missing(column), sizes(sortedSizes(column))));
        }
        Optional<LengthHistogram> lengths = Stream.of(
                        StandardColumn.INPUT_IDS, StandardColumn.INPUT_LENS, StandardColumn.INPUT)
                .filter(each -> dataset.find(each).isPresent())
                .findFirst()
                .flatMap(each -> histogram(
                        dataset.nameOf(each).orElseThrow(),
                        sortedSizes(dataset.find(each).orElseThrow())));
        return new DatasetSummary(dataset.format(), dataset.rows(), columns, lengths);
    }

    private static Optional<StandardColumn> meaning(Dataset dataset, String column) {
        return Arrays.stream(StandardColumn.values())
                .filter(each -> dataset.nameOf(each).equals(Optional.of(column)))
                .findFirst();
    }

    private static int missing(DatasetColumn column) {
        return (int) IntStream.range(0, column.rows()).filter(column::isMissing).count();
    }

    private static Optional<Sizes> sizes(double[] sorted) {
        return sorted.length == 0
                ? Optional.empty()
                : Optional.of(new Sizes(sorted[0], sorted[sorted.length / 2], sorted[sorted.length - 1]));
    }

    private static double[] sortedSizes(DatasetColumn column) {
        if (column instanceof BooleanColumn) {
            return new double[0];
        }
        return IntStream.range(0, column.rows())
                .filter(row -> !column.isMissing(row))
                .mapToDouble(sizeOf(column))
                .filter(Double::isFinite)
                .sorted()
                .toArray();
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
        return ((NumberColumn) column)::get;
    }

    private static Optional<LengthHistogram> histogram(String column, double[] sorted) {
        if (sorted.length == 0
                || sorted[0] == sorted[sorted.length - 1]
                || Math.max(-sorted[0], sorted[sorted.length - 1]) > MAX_LENGTH) {
            return Optional.empty();
        }
        long width = roundUp((sorted[sorted.length - 1] - sorted[0] + 1) / BARS);
        long first = (long) Math.floor(sorted[0] / width) * width;
        long[] counts = new long[(int) ((sorted[sorted.length - 1] - first) / width) + 1];
        Arrays.stream(sorted).forEach(size -> counts[(int) ((size - first) / width)]++);
        List<Bar> bars = IntStream.range(0, counts.length)
                .mapToObj(bar -> new Bar(first + bar * width, first + (bar + 1) * width - 1, counts[bar]))
                .toList();
        return Optional.of(new LengthHistogram(column, bars));
    }

    /** Returns the smallest number of the sequence 1, 2, 5, 10, 20, 50 and so on that is at least {@code min}. */
    private static long roundUp(double min) {
        long power = 1;
        while (true) {
            for (long each : new long[] {power, 2 * power, 5 * power}) {
                if (each >= min) {
                    return each;
                }
            }
            power *= 10;
        }
    }
}
