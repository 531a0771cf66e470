package io.loadharness.dataset.pickle;

import io.loadharness.dataset.DatasetException;
import java.util.ArrayList;
import java.util.List;

/** The column in whatever pandas keeps one. */
final class ArrayLike {

    /** How many wrappers may be around the values; pandas has two. */
    private static final int MOST_WRAPPERS = 8;

    private ArrayLike() {}

    /** The column of an array, an array of pandas, an index or a list. */
    static Column of(Object values) throws DatasetException {
        return of(values, 0);
    }

    static Column of(Object values, int wrappers) throws DatasetException {
        if (wrappers > MOST_WRAPPERS) {
            throw new DatasetException("it is damaged: a column holds itself");
        }
        if (values instanceof NdArray array && array.dimensions() > 0) {
            return array;
        } else if (values instanceof Sequence list) {
            return list;
        } else if (values instanceof Instance instance) {
            return of(instance, wrappers + 1);
        }
        throw new DatasetException("it has " + Kind.of(values) + " where a column should be");
    }

    private static Column of(Instance instance, int wrappers) throws DatasetException {
        return switch (instance.type().simpleName()) {
            case "IntegerArray", "FloatingArray", "BooleanArray" ->
                new MaskedColumn(of(instance.attribute("_data"), wrappers), of(instance.attribute("_mask"), wrappers));
            case "Categorical" -> categories(instance, wrappers);
            case "StringArray", "StringArrayNumpySemantics", "PandasArray", "NumpyExtensionArray" ->
                of(array(instance), wrappers);
            case "DatetimeArray" -> {
                Column times = of(array(instance), wrappers);
                yield Zones.isZoned(instance) ? new Zones.InUtc(times) : times;
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
                        "it has a column of " + instance.type().name()
                                + ", which is not read: convert it with astype(object) or astype(str) and write it again");
        };
    }

    /** The array of NumPy in one that only wraps it: an attribute, or a part of (dtype, array) in either order. */
    static NdArray array(Instance instance) throws DatasetException {
        Object array = instance.attribute("_ndarray", "_codes", "_data");
        if (array == null && instance.state() instanceof Sequence parts) {
            array = part(parts, NdArray.class);
        }
        return Expect.type(
                NdArray.class, array, "the array in " + instance.type().name());
    }

    /** The type of the values, an attribute or a part; null if it has none of pandas. */
    static Object dtype(Instance instance) throws DatasetException {
        Object dtype = instance.attribute("_dtype");
        return dtype == null && instance.state() instanceof Sequence parts ? part(parts, Instance.class) : dtype;
    }

    private static Column categories(Instance instance, int wrappers) throws DatasetException {
        Instance type = Expect.type(Instance.class, dtype(instance), "the type of a categorical column");
        return new CategoryColumn(of(array(instance), wrappers), of(type.attribute("categories"), wrappers));
    }

    private static <T> T part(Sequence parts, Class<T> type) throws DatasetException {
        for (int i = 0; i < parts.length(); i++) {
            if (type.isInstance(parts.get(i))) {
                return type.cast(parts.get(i));
            }
        }
        return null;
    }

    /** The values of a short column, as the names of others. */
    static List<String> names(Column labels) throws DatasetException {
        List<String> names = new ArrayList<>();
        for (int i = 0; i < labels.length(); i++) {
            names.add(Mapping.nameOf(labels.get(i)));
        }
        return names;
    }
}
