// SPDX-License-Identifier: Apache-2.0
package io.loadharness.dataset.pickle;

import io.loadharness.dataset.DatasetException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A class or function that a pickle refers to by name. Only the names in this class are allowed. No Python code is executed: instead of a
 * call of the class or function, a {@link Maker} builds data from the arguments. The modules of classes differ between versions of NumPy,
 * pandas and Arrow. Therefore, only the first part of a module name, such as {@code numpy}, is compared.
 *
 * @param name the name, including its module
 * @param maker the replacement for a call of the class or function
 */
record Global(String name, Maker maker) {

    /** Packages whose modules are compared only by the first part of the module name. */
    private static final List<String> ROOT_ONLY = List.of("numpy", "pandas", "pyarrow");

    /**
     * Packages of data types. If a pickle uses a name of these packages that is not listed, the message says "not a supported part" instead
     * of "not allowed".
     */
    private static final List<String> DATA_PACKAGES =
            words("numpy pandas pyarrow datetime decimal fractions uuid zoneinfo pytz dateutil collections torch");

    /** Types that may be referred to but not called, such as the default type of a dictionary. */
    private static final List<String> TYPES = words("object list dict tuple str int float bool");

    private static final List<String> PANDAS = words("""
        DataFrame Series BlockManager SingleBlockManager _unpickle_block new_block Index RangeIndex Int64Index
        UInt64Index Float64Index NumericIndex CategoricalIndex DatetimeIndex MultiIndex Categorical
        CategoricalDtype IntegerArray FloatingArray BooleanArray Int8Dtype Int16Dtype Int32Dtype Int64Dtype
        UInt8Dtype UInt16Dtype UInt32Dtype UInt64Dtype Float32Dtype Float64Dtype BooleanDtype StringArray
        StringArrayNumpySemantics StringDtype ArrowStringArray ArrowStringArrayNumpySemantics
        ArrowExtensionArray ArrowDtype DatetimeArray DatetimeTZDtype PandasArray PandasDtype
        NumpyExtensionArray NumpyEADtype\
        """);

    private static final List<String> ARROW =
            words("chunked_array _restore_array py_buffer type_for_alias list_ large_list field timestamp");

    private static final List<String> ZONES =
            List.of("datetime timezone", "datetime timedelta", "zoneinfo ZoneInfo", "pytz _UTC", "pytz _p");

    private static final Map<String, Maker> MAKERS = makers();

    private static List<String> words(String text) {
        return List.of(text.split("\\s+", -1));
    }

    /** Builds the data that replaces the result of a call. */
    @FunctionalInterface
    interface Maker {

        Object make(Global called, PickleList arguments) throws DatasetException;
    }

    Object make(PickleList arguments) throws DatasetException {
        return maker.make(this, arguments);
    }

    /** Returns the name without its module, because modules differ between versions. */
    String simpleName() {
        return name.substring(name.lastIndexOf('.') + 1);
    }

    /** Returns the replacement for a class or function, or {@link PickleMachine#NONE} for {@code pandas.NA}. */
    static Object find(String module, String name) throws DatasetException {
        String root = module.contains(".") ? module.substring(0, module.indexOf('.')) : module;
        String from = ROOT_ONLY.contains(root) ? root : module;
        if (from.equals("pandas") && name.equals("NA")) {
            return PickleMachine.NONE;
        }
        Maker maker = MAKERS.get(from + " " + name);
        if (module.chars().anyMatch(Character::isISOControl)) {
            throw notAllowed(module + "." + name); // messages show type names unquoted
        }
        if (maker == null && DATA_PACKAGES.contains(root)) {
            throw new DatasetException("the pickle uses " + PickleChecks.quote(module + "." + name)
                    + ", which is not a supported part of " + root
                    + ": convert such values to lists, numbers or strings");
        } else if (maker == null) {
            throw notAllowed(module + "." + name);
        }
        return new Global(module + "." + name, maker);
    }

    /** Returns the error for a name that is not allowed. */
    static DatasetException notAllowed(String name) {
        return new DatasetException("the pickle uses " + PickleChecks.quote(name)
                + ", which is not an allowed pickle global; nothing was executed");
    }

    private static Map<String, Maker> makers() {
        Map<String, Maker> makers = new HashMap<>();
        PANDAS.forEach(name -> makers.put("pandas " + name, Instance::new));
        ARROW.forEach(name -> makers.put("pyarrow " + name, Instance::new));
        makers.put("pandas _new_Index", PickleFunctions::index);
        makers.put("pandas _new_DatetimeIndex", PickleFunctions::index);
        makers.put("pandas __pyx_unpickle_NDArrayBacked", PickleFunctions::instance);
        makers.put("pandas _nat_unpickle", (called, arguments) -> PickleMachine.NONE);
        makers.put("pandas Timestamp", PickleTimes::timestamp);
        makers.put("pandas _unpickle_timestamp", PickleTimes::timestamp);
        ZONES.forEach(name -> makers.put(name, Instance::new));
        makers.put("functools partial", Instance::new);
        makers.put("datetime date", PickleTimes::date);
        makers.put("datetime datetime", PickleTimes::datetime);
        makers.put("numpy ndarray", Global::refuse);
        makers.put("numpy _reconstruct", PickleFunctions::reconstruct);
        makers.put("numpy _frombuffer", PickleFunctions::frombuffer);
        makers.put("numpy scalar", PickleFunctions::scalar);
        makers.put("numpy dtype", PickleFunctions::dtype);
        makers.put("_codecs encode", PickleFunctions::encode);
        for (String builtins : List.of("builtins", "__builtin__")) {
            makers.put(builtins + " slice", Instance::new);
            makers.put(builtins + " getattr", PickleTimes::getattr);
            makers.put(builtins + " bytes", PickleFunctions::bytes);
            makers.put(builtins + " bytearray", PickleFunctions::bytes);
            TYPES.forEach(name -> makers.put(builtins + " " + name, Global::refuse));
        }
        makers.put("copyreg _reconstructor", PickleFunctions::instance);
        makers.put("copy_reg _reconstructor", PickleFunctions::instance);
        makers.put("collections OrderedDict", Global::mapping);
        makers.put("collections defaultdict", Global::mapping);
        return makers;
    }

    /** Returns an empty dictionary. The only argument allowed is the default type of its values. */
    private static Object mapping(Global called, PickleList arguments) throws DatasetException {
        if (arguments.length() > 0 && arguments.get(0) != PickleMachine.NONE) {
            PickleChecks.requireType(Global.class, arguments.get(0), "the default type of a dictionary");
        }
        return new Mapping();
    }

    private static Object refuse(Global called, PickleList arguments) throws DatasetException {
        throw new DatasetException("the pickle is damaged: it calls " + called.name() + ", which it may only refer to");
    }
}
