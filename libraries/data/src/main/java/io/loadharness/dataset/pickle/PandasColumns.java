// SPDX-License-Identifier: Apache-2.0
package io.loadharness.dataset.pickle;

import io.loadharness.dataset.DatasetException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Converts arrays, indexes and series of pandas to columns. */
final class PandasColumns {

    /** The maximum number of nested pandas objects around an array. pandas itself nests two. */
    private static final int MAX_WRAPPERS = 8;

    private PandasColumns() {}

    /** Returns the column of a NumPy array, a pandas array, an index, a series or a list. */
    static PickleColumn of(@Nullable Object values) throws DatasetException {
        return of(values, 0);
    }

    static PickleColumn of(@Nullable Object values, int wrappers) throws DatasetException {
        if (wrappers > MAX_WRAPPERS) {
            throw new DatasetException("the pickle is damaged: a column contains itself");
        }
        if (values instanceof NdArray array && array.dimensions() > 0) {
            return array;
        } else if (values instanceof PickleList list) {
            return list;
        } else if (values instanceof Instance instance) {
            return of(instance, wrappers + 1);
        }
        throw new DatasetException("the pickle has " + PickleChecks.describe(values)
                + " as a column: a column must be an array, a series or a list");
    }

    private static PickleColumn of(Instance instance, int wrappers) throws DatasetException {
        return switch (instance.type().simpleName()) {
            case "IntegerArray", "FloatingArray", "BooleanArray" ->
                new MaskedColumn(of(instance.attribute("_data"), wrappers), of(instance.attribute("_mask"), wrappers));
            case "Categorical" -> categorical(instance, wrappers);
            case "StringArray", "StringArrayNumpySemantics", "PandasArray", "NumpyExtensionArray" ->
                of(array(instance), wrappers);
            case "DatetimeArray" -> {
                PickleColumn times = of(array(instance), wrappers);
                yield PickleTimes.isZoned(instance) ? new PandasColumns.UtcColumn(times) : times;
            }
            case "ArrowStringArray", "ArrowStringArrayNumpySemantics", "ArrowExtensionArray" ->
                ArrowColumn.of(instance.attribute("_pa_array", "_data"));
            case "Index",
                    "Int64Index",
                    "UInt64Index",
                    "Float64Index",
                    "NumericIndex",
                    "CategoricalIndex",
                    "DatetimeIndex" -> of(instance.attribute("data"), wrappers);
            case "RangeIndex" -> RangeColumn.of(instance);
            case "Series" -> Frames.series(instance, wrappers);
            default ->
                throw new DatasetException(
                        "the pickle has a column of " + instance.type().name()
                                + ", which is not supported: convert the column with astype(object) or astype(str)");
        };
    }

    /**
     * Returns the NumPy array that {@code instance} wraps. The array is an attribute of the instance or an element of its state tuple. In
     * this tuple, the array may come before or after the dtype.
     */
    static NdArray array(Instance instance) throws DatasetException {
        Object array = instance.attribute("_ndarray", "_codes", "_data");
        if (array == null && instance.state() instanceof PickleList parts) {
            array = part(parts, NdArray.class);
        }
        return PickleChecks.requireType(
                NdArray.class, array, "the array in " + instance.type().name());
    }

    /**
     * Returns the pandas type of the values. The type is an attribute of the instance or an element of its state tuple. Returns null if the
     * instance has no pandas type.
     */
    static @Nullable Object dtype(Instance instance) throws DatasetException {
        Object dtype = instance.attribute("_dtype");
        return dtype == null && instance.state() instanceof PickleList parts ? part(parts, Instance.class) : dtype;
    }

    private static PickleColumn categorical(Instance instance, int wrappers) throws DatasetException {
        Instance type = PickleChecks.requireType(Instance.class, dtype(instance), "the type of a categorical column");
        return new CategoryColumn(of(array(instance), wrappers), of(type.attribute("categories"), wrappers));
    }

    private static <T> @Nullable T part(PickleList parts, Class<T> type) throws DatasetException {
        for (int i = 0; i < parts.length(); i++) {
            if (type.isInstance(parts.get(i))) {
                return type.cast(parts.get(i));
            }
        }
        return null;
    }

    /** Returns the values of {@code labels} as column names. */
    static List<String> names(PickleColumn labels) throws DatasetException {
        List<String> names = new ArrayList<>();
        for (int i = 0; i < labels.length(); i++) {
            names.add(Mapping.nameOf(labels.get(i)));
        }
        return names;
    }

    /** Numbers or booleans with a mask that marks missing values. */
    private static final class MaskedColumn implements PickleColumn {

        private final PickleColumn values;
        private final PickleColumn missing;

        MaskedColumn(PickleColumn values, PickleColumn missing) throws DatasetException {
            if (values.length() != missing.length()) {
                throw new DatasetException("the pickle is damaged: a column of " + values.length()
                        + " values has a mask for " + missing.length() + " values");
            }
            this.values = values;
            this.missing = missing;
        }

        @Override
        public int length() {
            return values.length();
        }

        @Override
        public Object get(int row) throws DatasetException {
            return Boolean.TRUE.equals(missing.get(row)) ? PickleMachine.NONE : values.get(row);
        }
    }

    /** A categorical column: a list of categories and, for each row, the index of its category. The index is -1 if the value is missing. */
    private static final class CategoryColumn implements PickleColumn {

        private final PickleColumn codes;
        private final PickleColumn categories;

        CategoryColumn(PickleColumn codes, PickleColumn categories) {
            this.codes = codes;
            this.categories = categories;
        }

        @Override
        public int length() {
            return codes.length();
        }

        @Override
        public Object get(int row) throws DatasetException {
            int code =
                    PickleChecks.requireInteger(codes.get(row), -1, categories.length() - 1, "the code of a category");
            return code < 0 ? PickleMachine.NONE : categories.get(code);
        }
    }

    /**
     * A range of integers, stored as start, stop and step.
     *
     * @param start the first value
     * @param step the difference between consecutive values
     */
    private record RangeColumn(long start, long step, int length) implements PickleColumn {

        static RangeColumn of(Instance index) throws DatasetException {
            long start = PickleChecks.requireType(Long.class, index.attribute("start"), "the start of a range");
            long stop = PickleChecks.requireType(Long.class, index.attribute("stop"), "the stop of a range");
            int step = PickleChecks.requireInteger(
                    index.attribute("step"), Integer.MIN_VALUE, Integer.MAX_VALUE, "the step of a range");
            double count = step == 0 ? 0 : Math.ceil(((double) stop - start) / step);
            return new RangeColumn(start, step, (int) Math.min(Integer.MAX_VALUE, Math.max(0, count)));
        }

        @Override
        public Object get(int row) {
            return start + row * step;
        }
    }

    /** A column of times in UTC. It appends the suffix Z to each time. */
    record UtcColumn(PickleColumn times) implements PickleColumn {

        @Override
        public int length() {
            return times.length();
        }

        @Override
        public Object get(int row) throws DatasetException {
            return PickleTimes.inUtc(times.get(row));
        }

        @Override
        public void release(int row) {
            times.release(row);
        }
    }
}
