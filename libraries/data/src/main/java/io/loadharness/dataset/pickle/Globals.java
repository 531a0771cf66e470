package io.loadharness.dataset.pickle;

import io.loadharness.dataset.DatasetException;
import io.loadharness.dataset.pickle.Global.Maker;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * All that a pickle may name. Nothing here is code of Python: each name stands for data that is made of its arguments. NumPy, pandas and
 * Arrow move their classes from module to module between versions, so of their modules only the first part counts.
 */
final class Globals {

    private static final List<String> MOVING = List.of("numpy", "pandas", "pyarrow");

    /** Where data comes from that is not read, but does no harm. */
    private static final List<String> HARMLESS = List.of(
            "numpy",
            "pandas",
            "pyarrow",
            "datetime",
            "decimal",
            "fractions",
            "uuid",
            "zoneinfo",
            "pytz",
            "dateutil",
            "collections",
            "torch");

    /** Types that are only named, as what is in a dictionary by default. */
    private static final List<String> TYPES = List.of("object", "list", "dict", "tuple", "str", "int", "float", "bool");

    private static final List<String> PANDAS = List.of(
            "DataFrame",
            "Series",
            "BlockManager",
            "SingleBlockManager",
            "_unpickle_block",
            "new_block",
            "Index",
            "RangeIndex",
            "Int64Index",
            "UInt64Index",
            "Float64Index",
            "NumericIndex",
            "CategoricalIndex",
            "DatetimeIndex",
            "MultiIndex",
            "Categorical",
            "CategoricalDtype",
            "IntegerArray",
            "FloatingArray",
            "BooleanArray",
            "Int8Dtype",
            "Int16Dtype",
            "Int32Dtype",
            "Int64Dtype",
            "UInt8Dtype",
            "UInt16Dtype",
            "UInt32Dtype",
            "UInt64Dtype",
            "Float32Dtype",
            "Float64Dtype",
            "BooleanDtype",
            "StringArray",
            "StringArrayNumpySemantics",
            "StringDtype",
            "ArrowStringArray",
            "ArrowStringArrayNumpySemantics",
            "ArrowExtensionArray",
            "ArrowDtype",
            "DatetimeArray",
            "DatetimeTZDtype",
            "PandasArray",
            "PandasDtype",
            "NumpyExtensionArray",
            "NumpyEADtype");

    private static final List<String> ARROW = List.of(
            "chunked_array",
            "_restore_array",
            "py_buffer",
            "type_for_alias",
            "list_",
            "large_list",
            "field",
            "timestamp");

    private static final List<String> ZONES =
            List.of("datetime timezone", "datetime timedelta", "zoneinfo ZoneInfo", "pytz _UTC", "pytz _p");

    private static final Map<String, Maker> MAKERS = makers();

    private Globals() {}

    /** What stands for a name; for pandas' signs of a missing value, none. */
    static Object find(String module, String name) throws DatasetException {
        String root = module.contains(".") ? module.substring(0, module.indexOf('.')) : module;
        String from = MOVING.contains(root) ? root : module;
        if (from.equals("pandas") && name.equals("NA")) {
            return None.NONE;
        }
        Maker maker = MAKERS.get(from + " " + name);
        if (module.chars().anyMatch(Character::isISOControl)) {
            throw noBusiness(module + "." + name); // sentences have names of types as they are
        }
        if (maker == null && HARMLESS.contains(root)) {
            throw new DatasetException(
                    "it wants " + Quoted.of(module + "." + name) + ", which is not among what is read of " + root
                            + ": make such values lists, numbers or texts and write it again");
        } else if (maker == null) {
            throw noBusiness(module + "." + name);
        }
        return new Global(module + "." + name, maker);
    }

    /** What is said of a name that can only mean harm. */
    static DatasetException noBusiness(String name) {
        return new DatasetException("it wants " + Quoted.of(name)
                + ", and a file of data has no business with that: refused, and nothing was run");
    }

    private static Map<String, Maker> makers() {
        Map<String, Maker> makers = new HashMap<>();
        PANDAS.forEach(name -> makers.put("pandas " + name, Instance::new));
        ARROW.forEach(name -> makers.put("pyarrow " + name, Instance::new));
        makers.put("pandas _new_Index", Pandas::index);
        makers.put("pandas _new_DatetimeIndex", Pandas::index);
        makers.put("pandas __pyx_unpickle_NDArrayBacked", Pandas::instance);
        makers.put("pandas _nat_unpickle", (called, arguments) -> None.NONE);
        makers.put("pandas Timestamp", Moments::timestamp);
        makers.put("pandas _unpickle_timestamp", Moments::timestamp);
        ZONES.forEach(name -> makers.put(name, Instance::new));
        makers.put("datetime date", Moments::date);
        makers.put("datetime datetime", Moments::datetime);
        makers.put("numpy ndarray", Globals::refuse);
        makers.put("numpy _reconstruct", Numpy::reconstruct);
        makers.put("numpy _frombuffer", Numpy::frombuffer);
        makers.put("numpy scalar", Numpy::scalar);
        makers.put("numpy dtype", Numpy::dtype);
        makers.put("_codecs encode", Numpy::encode);
        for (String builtins : List.of("builtins", "__builtin__")) {
            makers.put(builtins + " slice", Instance::new);
            makers.put(builtins + " getattr", Zones::attribute);
            makers.put(builtins + " bytes", Numpy::bytes);
            makers.put(builtins + " bytearray", Numpy::bytes);
            TYPES.forEach(name -> makers.put(builtins + " " + name, Globals::refuse));
        }
        makers.put("copyreg _reconstructor", Pandas::instance);
        makers.put("copy_reg _reconstructor", Pandas::instance);
        makers.put("collections OrderedDict", Globals::mapping);
        makers.put("collections defaultdict", Globals::mapping);
        return makers;
    }

    /** A dictionary that is filled afterwards; at most its type of values is an argument. */
    private static Object mapping(Global called, Sequence arguments) throws DatasetException {
        if (arguments.length() > 0 && arguments.get(0) != None.NONE) {
            Expect.type(Global.class, arguments.get(0), "what makes the values of a dictionary");
        }
        return new Mapping();
    }

    private static Object refuse(Global called, Sequence arguments) throws DatasetException {
        throw new DatasetException("it is damaged: it calls " + called.name());
    }
}
